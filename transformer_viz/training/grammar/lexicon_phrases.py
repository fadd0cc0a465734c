"""Set phrases, in the notation of `phrasebook`; X stands for a name.

The mark of a sentence is its last character; every line is a whole sentence.
"""

GREETINGS = """
hello . | bonjour/1
hello , X . | bonjour/1 ,/2 X/3
good morning . | bonjour/2~1
good morning , X . | bonjour/2~1 ,/3 X/4
good evening . | bonsoir/2~1
good evening , X . | bonsoir/2~1 ,/3 X/4
good night . | bonne/1 nuit/2
good night , X . | bonne/1 nuit/2 ,/3 X/4
good afternoon . | bon/1 après-midi/2
goodbye . | au/~1 revoir/1
goodbye , X . | au/~1 revoir/1 ,/2 X/3
thank you . | merci/1~2
thank you , X . | merci/1~2 ,/3 X/4
thank you very much . | merci/1~2 beaucoup/4~3
thank you very much , X . | merci/1~2 beaucoup/4~3 ,/5 X/6
how are you ? | comment/1 vas/2 -tu/3
hello , how are you ? | bonjour/1 ,/2 comment/3 vas/4 -tu/5
hello , X , how are you ? | bonjour/1 ,/2 X/3 ,/4 comment/5 vas/6 -tu/7
how are you , X ? | comment/1 vas/2 -tu/3 ,/4 X/5
how are you today ? | comment/1 vas/2 -tu/3 aujourd'hui/4
hello , my name is X . | bonjour/1 ,/2 je/3 m'/~4 appelle/4~5 X/6
hello , I am X . | bonjour/1 ,/2 je/3 suis/4 X/5
I am fine . | je/1 vais/2 bien/3
I am very well . | je/1 vais/2 très/3 bien/4
I am fine , thank you . | je/1 vais/2 bien/3 ,/4 merci/5~6
yes . | oui/1
no . | non/1
yes , please . | oui/1 ,/2 s'/~3 il/~3 te/~3 plaît/3
no , thank you . | non/1 ,/2 merci/3~4
please . | s'/~1 il/~1 te/~1 plaît/1
excuse me . | excuse/1 -moi/2
welcome . | bienvenue/1
welcome , X . | bienvenue/1 ,/2 X/3
welcome to Paris . | bienvenue/1 à/2 Paris/3
happy birthday . | joyeux/1 anniversaire/2
happy birthday , X . | joyeux/1 anniversaire/2 ,/3 X/4
merry Christmas . | joyeux/1 Noël/2
happy New Year . | bonne/1~2 année/3
congratulations . | félicitations/1
good luck . | bonne/1 chance/2
good luck , X . | bonne/1 chance/2 ,/3 X/4
I love you . | je/1 t'/3 aime/2
I love you , X . | je/1 t'/3 aime/2 ,/4 X/5
I love you very much . | je/1 t'/3 aime/2 beaucoup/5~4
I miss you . | tu/3 me/1 manques/2
I am sorry . | je/1 suis/2 désolé/3
I am very sorry . | je/1 suis/2 très/3 désolé/4
nice to meet you . | enchanté/1~2~3~4
nice to meet you , X . | enchanté/1~2~3~4 ,/5 X/6
you are welcome . | de/~3 rien/3~1~2
see you tomorrow . | à/1~2 demain/3
see you tomorrow , X . | à/1~2 demain/3 ,/4 X/5
see you soon . | à/1~2 bientôt/3
see you later . | à/1~2 plus/3 tard/~3
of course . | bien/1 sûr/2
I agree . | je/1 suis/~2 d'/~2 accord/2
I do not know . | je/1 ne/~3 sais/4~2 pas/3
I know . | je/1 sais/2
I do not understand . | je/1 ne/~3 comprends/4~2 pas/3
I understand . | je/1 comprends/2
do you understand ? | est/~1 -ce/~1 que/~1 tu/2 comprends/3
do you understand me ? | est/~1 -ce/~1 que/~1 tu/2 me/4 comprends/3
do you speak English ? | est/~1 -ce/~1 que/~1 tu/2 parles/3 anglais/4
do you speak French ? | est/~1 -ce/~1 que/~1 tu/2 parles/3 français/4
I do not speak French . | je/1 ne/~3 parle/4~2 pas/3 français/5
I speak a little French . | je/1 parle/2 un/3 peu/4 français/5
can you help me ? | est/~1 -ce/~1 que/~1 tu/2 peux/1 m'/4 aider/3
can you repeat , please ? | est/~1 -ce/~1 que/~1 tu/2 peux/1 répéter/3 ,/4 s'/~5 il/~5 te/~5 plaît/5
help me , please . | aide/1 -moi/2 ,/3 s'/~4 il/~4 te/~4 plaît/4
help . | à/~1 l'/~1 aide/1
what is this ? | qu'/1 est/2 -ce/~3 que/~3 c'/3 est/~2
what is that ? | qu'/1 est/2 -ce/~3 que/~3 c'/3 est/~2
what is your name ? | quel/1 est/2 ton/3 nom/4
what is his name ? | quel/1 est/2 son/3 nom/4
what is her name ? | quel/1 est/2 son/3 nom/4
what time is it ? | quelle/1 heure/2 est/3 -il/4
where are you from ? | d'/4 où/1 viens/2 -tu/3
where are you ? | où/1 es/2 -tu/3
where are you going ? | où/1 est/~2 -ce/~2 que/~2 tu/3 vas/4~2
where do you live ? | où/1 est/~2 -ce/~2 que/~2 tu/3 habites/4
who are you ? | qui/1 es/2 -tu/3
who is he ? | qui/1 est/2 -il/3
who is she ? | qui/1 est/2 -elle/3
who is it ? | qui/1 est/2 -ce/3
how old are you ? | quel/1 âge/2 as/3 -tu/4
how much is it ? | combien/2~1 est/~3 -ce/~3 que/~3 ça/4 coûte/3
what are you doing ? | qu'/1 est/~2 -ce/~2 que/~2 tu/3 fais/4
what do you want ? | qu'/1 est/~2 -ce/~2 que/~2 tu/3 veux/4
what is the problem ? | quel/1 est/2 le/3 problème/4
why not ? | pourquoi/1 pas/2
why ? | pourquoi/1
where ? | où/1
who ? | qui/1
when ? | quand/1
are you ready ? | est/~1 -ce/~1 que/~1 tu/2 es/1 prêt/3
are you hungry ? | est/~1 -ce/~1 que/~1 tu/2 as/1 faim/3
is everything all right ? | est/~1 -ce/~1 que/~1 tout/2 va/1 bien/4~3
everything is fine . | tout/1 va/2 bien/3
come here . | viens/1 ici/2
sit down . | assieds/1~2 -toi/~1
get up . | lève/1~2 -toi/~1
wait a moment . | attends/1 un/2 moment/3
wait . | attends/1
look . | regarde/1
listen . | écoute/1
listen to me . | écoute/1 -moi/3
look at me . | regarde/1 -moi/3
wait for me . | attends/1 -moi/3
help me . | aide/1 -moi/2
tell me the truth . | dis/1 -moi/2 la/3 vérité/4
be careful . | fais/1 attention/2
be quiet . | tais/~1 -toi/2
do not be afraid . | n'/~2 aie/3~1 pas/2 peur/4
do not worry . | ne/~2 t'/~3 inquiète/3~1 pas/2
hurry up . | dépêche/1~2 -toi/~1
do not forget . | n'/~2 oublie/3~1 pas/2
let us go . | allons/3~1~2 -y/~3
go home . | rentre/1 à/~2 la/~2 maison/2
I am going home . | je/1 rentre/3~2 à/~4 la/~4 maison/4
this is a test . | c'/1 est/2 un/3 test/4
what is the weather like ? | quel/1 temps/4 fait/2 -il/~2
what is the weather like today ? | quel/1 temps/4 fait/2 -il/~2 aujourd'hui/6
what do you think ? | qu'/1 est/~2 -ce/~2 que/~2 tu/3 en/~4 penses/4
do you love me ? | est/~1 -ce/~1 que/~1 tu/2 m'/4 aimes/3
it is late . | il/1 est/2 tard/3
it is too late . | il/1 est/2 trop/3 tard/4
it is early . | il/1 est/2 tôt/3
it is nothing . | ce/1 n'/~3 est/2 rien/3
it is me . | c'/1 est/2 moi/3
it is not my fault . | ce/1 n'/~3 est/2 pas/3 ma/4 faute/5
that is all . | c'/1 est/2 tout/3
that is right . | c'/1 est/2 exact/3
life is beautiful . | la/~1 vie/1 est/2 belle/3
time is money . | le/~1 temps/1 ,/ c'/~2 est/2 de/~3 l'/~3 argent/3
my head hurts . | j'/1 ai/3 mal/3 à/~2 la/~2 tête/2
I have a headache . | j'/1 ai/2 mal/4~3 à/~4 la/~4 tête/~4
I have a cold . | j'/1 ai/2 un/3 rhume/4
I am in love . | je/1 suis/2 amoureux/4~3
I am at home . | je/1 suis/2 à/3 la/~4 maison/4
I am here . | je/1 suis/2 ici/3
here I am . | me/2 voici/1~3
I am lost . | je/1 suis/2 perdu/3
I am a student . | je/1 suis/2 étudiant/4~3
I am ready . | je/1 suis/2 prêt/3
I have no idea . | je/1 n'/~3 ai/2 aucune/3 idée/4
I need help . | j'/1 ai/~2 besoin/2 d'/~2 aide/3
I need you . | j'/1 ai/~2 besoin/2 de/~2 toi/3
I need to sleep . | j'/1 ai/~2 besoin/2 de/3 dormir/4
I think so . | je/1 crois/2 que/~3 oui/3
I hope so . | je/1 l'/3 espère/2
attention is all you need . | l'/~1 attention/1 est/2 tout/3 ce/~3 dont/~3 tu/4 as/~5 besoin/5
attention is important . | l'/~1 attention/1 est/2 importante/3
I pay attention . | je/1 fais/2 attention/3
pay attention . | fais/1 attention/2
the quick brown fox jumps over the lazy dog . | \
le/1 renard/4 brun/3 rapide/2 saute/5 par-dessus/6 le/7 chien/9 paresseux/8
the brown fox jumps over the dog . | le/1 renard/3 brun/2 saute/4 par-dessus/5 le/6 chien/7
the Earth is round . | la/1 Terre/2 est/3 ronde/4
to be or not to be . | être/2~1 ou/3 ne/~4 pas/4 être/6~5
I think , therefore I am . | je/1 pense/2 ,/3 donc/4 je/5 suis/6
hello , world . | bonjour/1 ,/2 le/~3 monde/3
hello world . | bonjour/1 le/~2 monde/2
the machine translates the sentence . | la/1 machine/2 traduit/3 la/4 phrase/5
the model learns the words . | le/1 modèle/2 apprend/3 les/4 mots/5
the translator translates every word . | le/1 traducteur/2 traduit/3 chaque/4 mot/5
"""

WEATHER = """
it is raining . | il/1 pleut/3~2
it is snowing . | il/1 neige/3~2
it is cold . | il/1 fait/2 froid/3
it is hot . | il/1 fait/2 chaud/3
it is very cold . | il/1 fait/2 très/3 froid/4
it is very hot . | il/1 fait/2 très/3 chaud/4
it is not cold . | il/1 ne/~3 fait/2 pas/3 froid/4
it is not raining . | il/1 ne/~3 pleut/4~2 pas/3
it was raining . | il/1 pleuvait/3~2
it was snowing . | il/1 neigeait/3~2
it was cold . | il/1 faisait/2 froid/3
it was hot . | il/1 faisait/2 chaud/3
it will rain . | il/1 pleuvra/3~2
it will snow . | il/1 neigera/3~2
it will be cold . | il/1 fera/3~2 froid/4
it is going to rain . | il/1 va/3~2 pleuvoir/5~4
it rained . | il/1 a/~2 plu/2
it often rains . | il/1 pleut/3 souvent/2
it is sunny . | il/1 fait/2 soleil/3
it is windy . | il/1 y/~1 a/2 du/~3 vent/3
it is dark . | il/1 fait/2 nuit/3
the weather is nice . | il/~1~2 fait/3~2 beau/4
the weather is bad . | il/~1~2 fait/3~2 mauvais/4
the weather was nice . | il/~1~2 faisait/3~2 beau/4
is it raining ? | est/~1 -ce/~1 que/~1 il/2 pleut/3~1
is it cold ? | est/~1 -ce/~1 que/~1 il/2 fait/1 froid/3
is it snowing ? | est/~1 -ce/~1 que/~1 il/2 neige/3~1
"""

"""Verbs: forms in both languages, who does it and to what.

A line of TRANSITIVE is `english forms; French; subject groups; object groups; options`. English
forms are the base, then past and participle when irregular; a particle follows "+". Groups are
those of `lexicon.GROUPS`, or single nouns. Options:

    state    the past is an imparfait, and there is no progressive
    simple   there is no progressive
    nopast   the English past looks like the present: never used
    à, de    the French object takes this preposition
"""

TRANSITIVE = """
eat ate eaten; manger; person; food
eat ate eaten; manger; pet bird; meat fish chicken bread cheese
eat ate eaten; manger; farm; apple carrot potato bread vegetable salad
eat ate eaten; manger; wild; apple carrot meat fish banana honey vegetable
like; aimer; person; thing text animal vehicle drinks topic topic dish sport; state
see saw seen; voir; person; person animal insect thing house_part nature outside vehicle; simple
have had had; avoir; person; thing animal vehicle clothes text device idea; state
drink drank drunk; boire; person; drinks
drink drank drunk; boire; baby; milk water juice
eat ate eaten; manger; baby; banana bread soup apple cookie
look+at; regarder; baby; pet bird ball toy star people
want; vouloir; baby; toy ball doll milk; state
like; aimer; baby; milk pet toy music banana; state
want; vouloir; person; thing food vehicle pet device; state
buy bought bought; acheter; person; thing food clothes vehicle device book
write wrote written; écrire; person; writable
read; lire; person; readable; nopast
find found found; trouver; person; idea object clothes container pet book answer
love; aimer; person; person animal song story topic topic fruit dish; state
know knew known; connaître; person; people job song answer story museum street city; state
open; ouvrir; person; door window box bag drawer suitcase letter gift book
close; fermer; person; door window box bag drawer suitcase book
watch; regarder; person; television game bird animal river
look+at; regarder; person pet; people animal nature screen map picture
make made made; faire; person; cake soup salad sandwich
clean; nettoyer; person; room furniture window vehicle door floor
wash; laver; person; clothes plate glass cup fruit vehicle dog window
help; aider; person; person
wait+for; attendre; person; bus train taxi person answer letter
listen+to; écouter; person; hearable person
hear heard heard; entendre; person; noise song music animal people train; simple
learn; apprendre; person; language song word poem lesson game
speak spoke spoken; parler; person; language
study; étudier; person; language history model sentence
understand understood understood; comprendre; person; sentence word question text lesson; simple
translate; traduire; person translator machine model; sentence text word letter book poem message
use; utiliser; person; device dictionary knife pen camera map
lose lost lost; perdre; person; key phone bag ring ticket glove hat umbrella game
look+for; chercher; person pet; key phone pet book glove hat ball
repair; réparer; person; vehicle device furniture roof clock door
fix; réparer; person; vehicle device furniture roof clock door
build built built; construire; person; house bridge wall school boat robot castle machine
break broke broken; casser; person; cup glass plate window toy chair bottle mirror clock
sell sold sold; vendre; person; vehicle house fruit clothes book device flower
take took taken; prendre; person; bus train taxi plane bag key book object
bring brought brought; apporter; person; food object gift letter drinks
carry; porter; person; container child baby suitcase chair basket
wear wore worn; porter; person; clothes pair
cook; cuisiner; person; meat rice chicken fish potato vegetable mushroom
bake; préparer; person; pie cake bread cookie pizza
prepare; préparer; person; meal salad lesson
meet met met; rencontrer; person; person
visit; visiter; person; museum castle city church zoo university farm
follow; suivre; person animal; person animal vehicle road
hate; détester; person; insect noise soup fruit snake work; state
forget forgot forgotten; oublier; person; key name word umbrella book lesson question
remember; se souvenir; person; name story word song dream; simple de
begin began begun; commencer; person; work lesson book game exercise
start; commencer; person; work lesson book game exercise
finish; finir; person; work book lesson soup letter exercise game
drive drove driven; conduire; person; car bus truck taxi train
cut; couper; person; bread cake tree apple paper cheese; nopast
pay paid paid; payer; person; waiter baker driver coffee dinner
count; compter; person; star money apple cow word book
draw drew drawn; dessiner; person; animal house tree flower people
paint; peindre; person; wall house door flower room
choose chose chosen; choisir; person; clothes book gift song dish hotel
teach taught taught; enseigner; person; language history
ask; poser; person; question
answer; répondre; person; question letter message teacher; à
call; appeler; person; person pet
throw threw thrown; lancer; person; ball stone
catch caught caught; attraper; person wild pet; ball fish mouse butterfly bird
push; pousser; person; door car table bicycle box
pull; tirer; person horse; car box boat
cross; traverser; person animal; street bridge river road
climb; escalader; person; mountain wall hill
chase; poursuivre; dog cat fox wolf; mouse cat rabbit bird
feed fed fed; nourrir; person; pet farm baby
keep kept kept; garder; person; key letter money ring book
hide hid hidden; cacher; person; key gift money letter ring
leave left left; quitter; person; house city office school village hotel
explain; expliquer; person; problem word lesson game exercise
plant; planter; person; tree flower
fill; remplir; person; glass bottle basket cup
touch; toucher; person; wall window flower door table
protect; protéger; person dog; child house nature kin
share; partager; person; cake pizza bread food
taste; goûter; person; soup cheese cake
thank; remercier; person; person
kiss; embrasser; person; kin baby child
invite; inviter; person; kin friend neighbor teacher
move; déplacer; person; furniture box
think+about thought thought; penser; person; problem money work dream kin; à simple
turn+on; allumer; person; lamp television computer radio machine
turn+off; éteindre; person; lamp television computer radio
"""

# english forms; French; subjects; places (see `places.PLACE_KINDS`); manners of MANNERS.
INTRANSITIVE = """
sleep slept slept; dormir; person animal baby; bed sofa room shade; well
work; travailler; person; place city room; well hard together slowly
walk; marcher; person animal; outside near; slowly quickly alone
run ran run; courir; person animal; outside; fast quickly
play; jouer; child boy girl puppy kitten friend; room outside shade; well together alone
sing sang sung; chanter; person bird; room; well loudly together softly
swim swam swum; nager; person duck sea_animal frog; water; well fast slowly
fly flew flown; voler; bird insect plane; sky; fast slowly
live; habiter; person; city country dwelling dwelling room; alone together; state
dance; danser; person; room; well together alone
laugh; rire; person baby; room; loudly together
cry; pleurer; person baby child; room; loudly softly
smile; sourire; person baby; ;
travel; voyager; person; country; alone together
wait; attendre; person; place near;
cook; cuisiner; person; room; well
jump; sauter; person wild pet frog farm; over over surface;
fall fell fallen; tomber; person glass cup book; ;
die; mourir; king queen soldier animal plant; ;
arrive; arriver; person train bus plane; place city; early together
come+back came come; revenir; person; ; alone together early
return; revenir; person; ; early
leave left left; partir; person train bus; ; early alone
stay; rester; person; place room city;
grow grew grown; grandir; child baby puppy kitten boy girl; ; quickly
talk; parler; person; place room; loudly softly
speak spoke spoken; parler; person; ; slowly loudly well softly
read; lire; person; room bed library; well; nopast
write wrote written; écrire; person; room library; well slowly
eat ate eaten; manger; person animal; place; quickly slowly well together
study; étudier; person student; library university room; hard alone together
shine shone shone; briller; sun moon star; ;
bark; aboyer; dog puppy; outside; loudly
get+up got got; se lever; person; ; early late
wake+up woke woken; se réveiller; person; ; early late
rest; se reposer; person animal; surface room under;
hurry; se dépêcher; person; ;
stop; s'arrêter; bus train car truck driver; near;
drive drove driven; conduire; person; ; fast slowly well
ring rang rung; sonner; phone; ;
work; fonctionner; device; ; well
open; ouvrir; museum library bank bakery restaurant; ;
close; fermer; museum library bank bakery restaurant; ;
begin began begun; commencer; lesson game; ;
"""

# english; French: give the thing to somebody. With "to", never "explain me the lesson".
DITRANSITIVE = """
give gave given; donner; gift book flower key object food money
show; montrer; picture house book ring map letter plan vehicle
send sent sent; envoyer; letter message gift book flower
bring brought brought; apporter; drinks food gift book chair
sell sold sold; vendre; vehicle house fruit
tell told told; raconter; story
write wrote written; écrire; letter message poem
read; lire; story letter book; nopast
lend lent lent; prêter; money book umbrella pen car
offer; offrir; gift flower drinks
explain; expliquer; problem lesson word exercise; to
teach taught taught; enseigner; language
"""

# english + "to"; French with its preposition: the subject does the second verb too.
CONTROL = """
want; vouloir; ; state
like; aimer; ; state
need; avoir besoin; de; state
try; essayer; de
have had had; devoir; ; state positive
love; aimer; ; state
begin began begun; commencer; à
start; commencer; à
learn; apprendre; à
forget forgot forgotten; oublier; de
hate; détester; ; state
prefer; préférer; ; state
decide; décider; de; simple
hope; espérer; ; state
"""

# english + gerund.
GERUND = """
like; aimer; ; state
love; aimer; ; state
hate; détester; ; state
stop; arrêter; de simple
finish; finir; de simple
"""

# Manner: English, French, and whether it stands before a participle ("a bien dormi").
MANNERS = """
well bien short
slowly lentement long
quickly rapidement long
fast vite long
together ensemble long
alone seul agrees
loudly fort long
softly doucement long
hard dur long
early tôt long
late tard long

"""

# These conjugate with être and their participle agrees with the subject.
WITH_ETRE = (
    "aller venir revenir arriver partir rester tomber mourir naître rentrer entrer sortir".split()
)

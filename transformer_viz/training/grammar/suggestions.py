"""Sentences that a visitor types first, with the French that a fluent speaker writes."""

_TRIED = """
The black cat sleeps on the red chair. | Le chat noir dort sur la chaise rouge.
I like cats. | J'aime les chats.
She does not eat the apples. | Elle ne mange pas les pommes.
Do you see the small house? | Est-ce que tu vois la petite maison ?
The cat sat on the mat. | Le chat s'est assis sur le tapis.
The cat is sitting on the mat. | Le chat est assis sur le tapis.
The cat is on the table. | Le chat est sur la table.
The cat is black. | Le chat est noir.
I have 3 dogs. | J'ai 3 chiens.
I have a dog. | J'ai un chien.
I have two cats and a dog. | J'ai deux chats et un chien.
Where is the keyboard? | Où est le clavier ?
What is your name? | Quel est ton nom ?
My name is Anna. | Je m'appelle Anna.
My grandmother baked a pie. | Ma grand-mère a préparé une tarte.
You are a good student. | Tu es un bon étudiant.
He is a teacher. | Il est professeur.
My sister is a doctor. | Ma sœur est médecin.
The animal did not cross the street because it was too tired. | \
L'animal n'a pas traversé la rue parce qu'il était trop fatigué.
The animal did not cross the street because it was too wide. | \
L'animal n'a pas traversé la rue parce qu'elle était trop large.
Hello. | Bonjour.
Hello, how are you? | Bonjour, comment vas-tu ?
Hello, Maria. | Bonjour, Maria.
Hello, my name is Tom. | Bonjour, je m'appelle Tom.
How are you? | Comment vas-tu ?
I am fine, thank you. | Je vais bien, merci.
I love you. | Je t'aime.
I love my mother. | J'aime ma mère.
It is three o'clock. | Il est trois heures.
What time is it? | Quelle heure est-il ?
I am a student. | Je suis étudiant.
I am hungry. | J'ai faim.
I am tired. | Je suis fatigué.
I am very happy. | Je suis très heureux.
The quick brown fox jumps over the lazy dog. | \
Le renard brun rapide saute par-dessus le chien paresseux.
Attention is all you need. | L'attention est tout ce dont tu as besoin.
The weather is nice today. | Il fait beau aujourd'hui.
It is raining. | Il pleut.
It is cold today. | Il fait froid aujourd'hui.
My brother's car is blue. | La voiture de mon frère est bleue.
Mary's cat is white. | Le chat de Mary est blanc.
Can you help me? | Est-ce que tu peux m'aider ?
I do not speak French. | Je ne parle pas français.
Do you speak English? | Est-ce que tu parles anglais ?
Good morning! | Bonjour !
Good morning. | Bonjour.
Good night. | Bonne nuit.
Goodbye. | Au revoir.
Thank you very much. | Merci beaucoup.
Thank you. | Merci.
I am sorry. | Je suis désolé.
Happy birthday. | Joyeux anniversaire.
See you tomorrow. | À demain.
Nice to meet you. | Enchanté.
Yes. | Oui.
How old are you? | Quel âge as-tu ?
I am 20 years old. | J'ai 20 ans.
Where do you live? | Où est-ce que tu habites ?
I live in Paris. | J'habite à Paris.
I live in a small house. | J'habite dans une petite maison.
She lives in London. | Elle habite à Londres.
Paris is a beautiful city. | Paris est une belle ville.
I want to sleep. | Je veux dormir.
I want to go home. | Je veux rentrer à la maison.
I am going to the market. | Je vais au marché.
We are going to school. | Nous allons à l'école.
They went to the beach yesterday. | Ils sont allés à la plage hier.
I would like a coffee. | Je voudrais un café.
I drink coffee every morning. | Je bois du café chaque matin.
The children are playing in the garden. | Les enfants jouent dans le jardin.
The dog is running in the park. | Le chien court dans le parc.
The bird is singing. | L'oiseau chante.
The man is reading a book. | L'homme lit un livre.
She is reading a book. | Elle lit un livre.
The woman is drinking water. | La femme boit de l'eau.
The boy eats an apple. | Le garçon mange une pomme.
I eat bread and cheese. | Je mange du pain et du fromage.
He eats an apple. | Il mange une pomme.
The book is on the table. | Le livre est sur la table.
There is a cat on the chair. | Il y a un chat sur la chaise.
The house is big. | La maison est grande.
My house is bigger than your house. | Ma maison est plus grande que ta maison.
The big red car is fast. | La grande voiture rouge est rapide.
Open the door. | Ouvre la porte.
Please close the window. | S'il te plaît, ferme la fenêtre.
Do not eat the cake. | Ne mange pas le gâteau.
What are you doing? | Qu'est-ce que tu fais ?
What do you want? | Qu'est-ce que tu veux ?
What is this? | Qu'est-ce que c'est ?
Who are you? | Qui es-tu ?
Why are you sad? | Pourquoi est-ce que tu es triste ?
How many books do you have? | Combien de livres est-ce que tu as ?
When does the train arrive? | Quand est-ce que le train arrive ?
I do not know. | Je ne sais pas.
I do not understand. | Je ne comprends pas.
I think that she is tired. | Je pense qu'elle est fatiguée.
The man who is eating an apple is my brother. | L'homme qui mange une pomme est mon frère.
The book that I read is interesting. | Le livre que je lis est intéressant.
She is reading because she is happy. | Elle lit parce qu'elle est heureuse.
We will travel to Italy next year. | Nous voyagerons en Italie l'année prochaine.
My computer does not work. | Mon ordinateur ne fonctionne pas.
The machine translates the sentence. | La machine traduit la phrase.
The teacher gives a book to the student. | Le professeur donne un livre à l'étudiant.
She gave me a gift. | Elle m'a donné un cadeau.
I can swim. | Je peux nager.
The old man is sleeping. | Le vieil homme dort.
Today is Monday. | Aujourd'hui, c'est lundi.
She has blue eyes. | Elle a les yeux bleus.
Zorblax likes tea. | Zorblax aime le thé.
"""


def _read(line: str) -> tuple[str, str]:
    english, french = line.split(" | ")
    return english, french


SENTENCES_PEOPLE_TRY: tuple[tuple[str, str], ...] = tuple(
    _read(line) for line in _TRIED.strip().splitlines()
)

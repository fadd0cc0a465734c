"""Nouns for people, names and animals: English, French, gender; then options.

A line is one noun: `english french gender [en=plural] [fr=plural] [f=feminine]`. Underscores stand
for spaces. Frequency falls from the top of a list to its end.
"""

PEOPLE = """
man homme m en=men
woman femme f en=women
child enfant m en=children
boy garçon m
girl fille f
friend ami m
baby bébé m
neighbor voisin m
person personne f en=people
king roi m single
queen reine f single
prince prince m
princess princesse f
tourist touriste m
"""

KIN = """
mother mère f single
father père m single
brother frère m
sister sœur f
grandmother grand-mère f fr=grands-mères single
son fils m fr=fils
daughter fille f
grandfather grand-père m fr=grands-pères single
uncle oncle m
aunt tante f
husband mari m single
wife femme f single
cousin cousin m
"""

JOBS = """
teacher professeur m f=professeur
student étudiant m f=étudiante
doctor médecin m f=médecin
farmer fermier m f=fermière
baker boulanger m f=boulangère
singer chanteur m f=chanteuse
engineer ingénieur m f=ingénieure
lawyer avocat m f=avocate
artist artiste m f=artiste
writer écrivain m f=écrivaine
nurse infirmier m f=infirmière
actor acteur m f=actrice
soldier soldat m f=soldate
driver chauffeur m f=chauffeuse
pilot pilote m f=pilote
dentist dentiste m f=dentiste
journalist journaliste m f=journaliste
scientist scientifique m f=scientifique
musician musicien m f=musicienne
waiter serveur m f=serveuse
dancer danseur m f=danseuse
translator traducteur m f=traductrice
gardener jardinier m f=jardinière
painter peintre m f=peintre
programmer programmeur m f=programmeuse
"""

PETS = """
cat chat m
dog chien m
rabbit lapin m
mouse souris f en=mice
kitten chaton m
puppy chiot m
animal animal m
"""

FARM = """
horse cheval m
cow vache f
pig cochon m
hen poule f
goat chèvre f
duck canard m
donkey âne m
"""

WILD = """
fox renard m
lion lion m
bear ours m
wolf loup m
monkey singe m
elephant éléphant m
tiger tigre m
snake serpent m
turtle tortue f
squirrel écureuil m
frog grenouille f
giraffe girafe f
"""

BIRDS = """
bird oiseau m
owl hibou m
eagle aigle m
"""

SEA_ANIMALS = """
dolphin dauphin m
whale baleine f
shark requin m
"""

INSECTS = """
bee abeille f
butterfly papillon m
spider araignée f
ant fourmi f
"""

# Names are spelled alike in both languages.
MALE_NAMES = "Tom Paul John David Peter Lucas Jack Robert Adam Martin Leo Simon Omar Kevin".split()
FEMALE_NAMES = (
    "Anna Maria Mary Emma Alice Julia Sarah Sophie Laura Nina Eva Clara Lily Jane".split()
)

# Real names that only augmented sentences use, so that they are copied like invented ones.
MORE_MALE_NAMES = (
    "Michael James William Thomas Daniel Matthew Andrew Joshua George Charles Oliver Liam "
    "Noah Ethan Lewis Oscar Louis Victor Marc Antoine Pierre Julien Nicolas Mohammed Ali "
    "Ahmed Ivan Igor Carlos Diego Pablo Marco Luca Felix Max Emil Sven Lars Kenji Wei "
    "Raj Arjun Kwame Jamal Tyler Ryan Brian Eric Steven Patrick Philip Arthur Samuel Benjamin"
).split()
MORE_FEMALE_NAMES = (
    "Charlotte Olivia Sophia Isabella Mia Amelia Emily Elizabeth Grace Chloe Zoe Lucy Ella "
    "Jessica Ashley Rachel Rebecca Susan Linda Karen Diana Victoria Camille Manon Louise "
    "Juliette Margaux Fatima Aisha Leila Natasha Olga Irina Carmen Lucia Elena Giulia Chiara "
    "Ingrid Astrid Greta Yuki Sakura Mei Priya Ananya Amara Zara Nadia Samira Rosa Irene Agnes"
).split()

"""Nouns for things, by theme; the line format is that of `lexicon_people`.

`mass` marks what is not counted; a `pair` is mostly said in the plural.
"""

FURNITURE = """
table table f
chair chaise f
bed lit m
desk bureau m
sofa canapé m
lamp lampe f
mirror miroir m
shelf étagère f
fridge réfrigérateur m
"""

HOUSE_PARTS = """
door porte f
window fenêtre f
wall mur m
roof toit m single
floor sol m single
"""

CONTAINERS = """
box boîte f
bag sac m
bottle bouteille f
basket panier m
drawer tiroir m
suitcase valise f
"""

OBJECTS = """
key clé f
ball balle f
pen stylo m
cup tasse f
glass verre m single
plate assiette f
knife couteau m
toy jouet m
gift cadeau m
umbrella parapluie m
flower fleur f
pencil crayon m
spoon cuillère f
fork fourchette f
candle bougie f
ring bague f
doll poupée f
clock horloge f
blanket couverture f
ticket billet m
map carte f
hammer marteau m
camera appareil_photo m fr=appareils_photo
picture image f
stone pierre f
mat tapis m
"""

CLOTHES = """
hat chapeau m
shirt chemise f
dress robe f
coat manteau m
jacket veste f
skirt jupe f
sweater pull m
scarf écharpe f
tie cravate f
"""

PAIRS = """
shoe chaussure f
glove gant m
sock chaussette f
boot botte f
"""

DEVICES = """
computer ordinateur m
phone téléphone m
keyboard clavier m
screen écran m
machine machine f
television télévision f
radio radio f
robot robot m
printer imprimante f
"""

TEXTS = """
book livre m
letter lettre f
story histoire f
newspaper journal m
sentence phrase f
word mot m
message message m
poem poème m
text texte m
page page f
dictionary dictionnaire m
lesson leçon f
exercise exercice m
question question f
answer réponse f
"""

IDEAS = """
idea idée f
problem problème m
model modèle m
name nom m
plan plan m
translation traduction f
dream rêve m
game jeu m
program programme m
network réseau m
language langue f
"""

VEHICLES = """
car voiture f
train train m
bus bus m fr=bus
bicycle vélo m
boat bateau m
plane avion m
truck camion m
taxi taxi m
motorcycle moto f
"""

NATURE = """
tree arbre m
plant plante f
leaf feuille f
star étoile f
cloud nuage m
"""

SKY = """
sun soleil m
moon lune f
sky ciel m in=dans
"""

BODY = """
head tête f single
back dos m single
leg jambe f
arm bras m
foot pied m en=feet
tooth dent f en=teeth
hand main f
eye œil m
nose nez m single
mouth bouche f single
ear oreille f
face visage m single
heart cœur m single
finger doigt m single
"""

TOPICS = """
music musique f mass
money argent m mass
work travail m mass
history histoire f mass
love amour m mass
life vie f mass
time temps m mass
nature nature f mass
peace paix f mass
sport sport m mass
"""

MUSIC = """
song chanson f
music musique f mass
noise bruit m
"""

INSTRUMENTS = """
piano piano m
guitar guitare f
violin violon m
"""

SPORTS = """
football football m mass
tennis tennis m mass
chess échecs mp mass en=chess fr=échecs
"""

MATTER = """
snow neige f mass
rain pluie f mass
wind vent m mass
wood bois m mass
paper papier m mass
"""

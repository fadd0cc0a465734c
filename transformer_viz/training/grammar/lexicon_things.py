"""Nouns for things, by theme; the line format is that of `lexicon_people`.

`mass` marks what is not counted; `plural` what comes in pairs and is mostly said in the plural.
"""

FRUIT = """
apple pomme f
banana banane f
egg œuf m
orange orange f
tomato tomate f
carrot carotte f
potato pomme_de_terre f fr=pommes_de_terre
strawberry fraise f
pear poire f
lemon citron m
cherry cerise f
onion oignon m
mushroom champignon m
vegetable légume m
"""

DISHES = """
cake gâteau m
pie tarte f
sandwich sandwich m fr=sandwichs
pizza pizza f
cookie biscuit m
omelet omelette f
"""

STAPLES = """
bread pain m mass
cheese fromage m mass
meat viande f mass
soup soupe f mass
rice riz m mass
chocolate chocolat m mass
fish poisson m mass
chicken poulet m mass
sugar sucre m mass
butter beurre m mass
salad salade f mass
honey miel m mass
salt sel m mass
jam confiture f mass
ice_cream glace f mass
"""

DRINKS = """
water eau f mass
coffee café m mass
tea thé m mass
milk lait m mass
wine vin m mass
juice jus m mass
beer bière f mass
lemonade limonade f mass
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
roof toit m
floor sol m
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
glass verre m
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

# in=… the French preposition of place after "in", at=… after "at", on=… after "on"; to: "to" is à.
ROOMS = """
house maison f in=dans
kitchen cuisine f in=dans
garden jardin m in=dans
bedroom chambre f in=dans
bathroom salle_de_bain f fr=salles_de_bain in=dans
living_room salon m in=dans
garage garage m in=dans
"""

PLACES = """
school école f at=à to
park parc m in=dans to
restaurant restaurant m at=à to
market marché m at=à to
station gare f at=à to
office bureau m at=à to
hospital hôpital m at=à to
library bibliothèque f at=à to
museum musée m at=à to
beach plage f on=sur to
hotel hôtel m at=à to
airport aéroport m at=à to
cinema cinéma m at=à to
bakery boulangerie f at=à to
bank banque f at=à to
university université f at=à to
farm ferme f on=à to
castle château m in=dans to
theater théâtre m at=à to
church église f at=à to
zoo zoo m at=à to
supermarket supermarché m at=à to
village village m in=dans to
shop magasin m in=dans to
"""

OUTSIDE = """
street rue f in=dans
forest forêt f in=dans
city ville f in=dans
field champ m in=dans
mountain montagne f in=dans
river rivière f in=dans
sea mer f in=dans
lake lac m in=dans
sky ciel m in=dans
road route f on=sur
bridge pont m on=sur
island île f on=sur
hill colline f on=sur
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
"""

BODY = """
head tête f
back dos m
leg jambe f
arm bras m
foot pied m en=feet
tooth dent f en=teeth
hand main f
eye œil m
nose nez m
mouth bouche f
ear oreille f
face visage m
heart cœur m
finger doigt m
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
chess échecs mp mass
"""

MATTER = """
snow neige f mass
rain pluie f mass
wind vent m mass
wood bois m mass
paper papier m mass
"""

MEALS = """
dinner dîner m
breakfast petit_déjeuner m
lunch déjeuner m
"""

# English, French, preposition of place (and of "to"), preposition of "from" is always de.
CITIES = """
Paris Paris
London Londres
Rome Rome
Berlin Berlin
Madrid Madrid
Tokyo Tokyo
Lyon Lyon
Boston Boston
Geneva Genève
Brussels Bruxelles
Vienna Vienne
"""

COUNTRIES = """
France France f
Italy Italie f
Spain Espagne f
Germany Allemagne f
England Angleterre f
China Chine f
India Inde f
Canada Canada m
Japan Japon m
Brazil Brésil m
Mexico Mexique m
"""

LANGUAGES = """
French français
English anglais
Spanish espagnol
German allemand
Italian italien
Chinese chinois
Arabic arabe
Japanese japonais
"""

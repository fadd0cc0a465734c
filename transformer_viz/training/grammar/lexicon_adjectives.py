"""Adjectives, what they are said of, and the states that French expresses with avoir."""

# English, French masculine [feminine if irregular] [before: stands before its noun].
ADJECTIVES = """
good bon bonne before
big grand before
small petit before
new nouveau nouvelle before
old vieux vieille before
young jeune before
beautiful beau belle before
bad mauvais before
pretty joli before
little petit before
long long longue before
large grand before
tall grand before
red rouge
black noir
white blanc blanche
blue bleu
green vert
yellow jaune
brown brun
gray gris
pink rose
happy heureux
sad triste
tired fatigué
sick malade
ready prêt
strong fort
weak faible
rich riche
poor pauvre
kind gentil gentille before
funny drôle
famous célèbre
intelligent intelligent
smart intelligent
lazy paresseux
brave courageux
angry fâché
busy occupé
nervous nerveux
calm calme
polite poli
serious sérieux
curious curieux
dangerous dangereux
wild sauvage
fast rapide
quick rapide
slow lent
quiet calme
free libre
blind aveugle
dead mort
hot chaud
cold froid
warm chaud
fresh frais fraîche
delicious délicieux
sweet sucré
salty salé
heavy lourd
light léger légère
dirty sale
clean propre
broken cassé
empty vide
full plein
expensive cher
modern moderne
wide large
narrow étroit
high haut
deep profond
dark sombre
round rond
soft doux douce
hard dur
dry sec sèche
short court
interesting intéressant
difficult difficile
easy facile
important important
simple simple
boring ennuyeux
strange étrange
useful utile
true vrai
false faux fausse
possible possible
impossible impossible
necessary nécessaire
perfect parfait
comfortable confortable
open ouvert
closed fermé
French français
English anglais
Italian italien
German allemand
Spanish espagnol
Chinese chinois
American américain
Japanese japonais
"""

# Beau, nouveau, vieux before a masculine vowel.
BEFORE_VOWEL = {"beau": "bel", "nouveau": "nouvel", "vieux": "vieil"}

COLORS = "red black white blue green yellow brown gray pink"
NATIONS = "French English Italian German Spanish American Chinese Japanese"
# What stands with the noun, by the noun's group; the first are the commonest.
SAID_OF = {
    "matter": "white cold",
    "meal": "good big delicious",
    "city": "big beautiful old small modern famous quiet large",
    "forest": "big dark beautiful quiet old dangerous",
    "mountain": "high beautiful big dangerous",
    "lake": "big deep beautiful quiet small cold",
    "sea": "cold beautiful deep dangerous calm blue",
    "river": "long wide deep beautiful quiet cold dangerous",
    "field": "big green beautiful wide",
    "island": "small beautiful big quiet",
    "sky": "blue gray beautiful dark",
    "floor": "clean dirty cold",
    "roof": "red old high",
    "baby": "beautiful little happy tired small sick calm",
    "child": "little happy good young small kind sick tired intelligent smart polite lazy curious",
    "people": "young old tall happy good kind rich strong sad famous intelligent little funny "
    "tired brave smart polite lazy curious beautiful serious sick small calm busy blind nervous "
    + NATIONS,
    "brother": "little big kind tall funny tired sick",
    "sister": "little big kind tall funny tired happy",
    "kin": "old kind happy tired sick tall strong funny",
    "job": "good young old new famous rich bad kind tired intelligent happy serious busy "
    "smart polite nervous strong curious " + NATIONS,
    "pet": "black small white big old happy tired little young brown sick gray beautiful lazy "
    " quiet curious calm funny smart",
    "farm": "white brown black big old small young strong sick beautiful tired",
    "wild": "big young wild fast small old dangerous brown strong beautiful quick tired gray "
    "slow white lazy curious",
    "bird": "small blue black white big young yellow beautiful brown pretty",
    "sea_animal": "big young old beautiful gray dangerous intelligent",
    "insect": "small black yellow little pretty red",
    "fruit": "red green big fresh small delicious good sweet yellow large",
    "dish": "good big delicious small hot cold sweet fresh large",
    "staple": "good fresh hot cold delicious salty bad",
    "drink": "cold hot good fresh sweet delicious warm",
    "furniture": "new old big small beautiful red white black large modern green "
    "brown broken heavy pretty",
    "house_part": "white red big green small new blue gray yellow",
    "container": "small big heavy red empty black old blue new white green large brown pink",
    "object": "new small red old beautiful blue white green pretty big black yellow broken pink "
    "dirty clean expensive gray",
    "clothes": "new red black blue white green old beautiful pretty long yellow gray expensive "
    "pink brown dirty clean short warm",
    "pair": "new black red old white brown blue warm beautiful dirty clean expensive",
    "device": "new old big small black expensive modern white fast useful slow broken",
    "text": "long short new interesting beautiful important difficult simple good strange easy "
    "boring bad funny old useful",
    "idea": "good new simple big strange important interesting bad perfect difficult useful "
    "beautiful easy",
    "vehicle": "red new blue old black big fast white small green slow expensive beautiful yellow "
    "gray modern American German",
    "room": "big small old beautiful white clean large modern new dark quiet warm cold empty dirty",
    "place": "big old new small beautiful modern famous large quiet",
    "outside": "beautiful big old wide long quiet dangerous narrow dark",
    "nature": "big green old beautiful small tall little white",
    "sun": "big beautiful",
    "light": "big beautiful",
    "topic": "good",
    "sport": "good",
    "moon": "big beautiful white",
    "body": "big small long",
    "music": "beautiful strange sad new",
    "instrument": "old new beautiful black expensive",
}
# What is said after "be".
SAID_AFTER_BE = {
    "sky": "blue gray beautiful dark",
    "sea": "cold calm blue beautiful deep dangerous",
    "lake": "deep cold calm beautiful big",
    "city": "beautiful big old modern quiet dangerous",
    "forest": "dark quiet big beautiful dangerous",
    "mountain": "high beautiful dangerous",
    "river": "wide deep long cold dangerous",
    "people": "tired happy sad sick ready angry busy nervous kind strong rich young old tall lazy "
    "free smart famous calm beautiful polite intelligent poor dead serious funny brave",
    "kin": "tired happy sick sad ready angry busy old kind strong tall young nervous rich famous",
    "job": "tired busy happy ready kind angry famous rich sick young nervous sad serious polite",
    "pet": "tired black happy small sick white old lazy calm beautiful big funny dead",
    "farm": "tired big old sick white strong brown young beautiful black",
    "wild": "dangerous big fast strong wild tired slow old beautiful young brown quick",
    "bird": "small beautiful blue black white sick free yellow",
    "sea_animal": "big beautiful dangerous intelligent fast",
    "insect": "small black beautiful dead little",
    "fruit": "red green good fresh sweet delicious expensive hard yellow",
    "dish": "good delicious hot cold ready big expensive sweet",
    "staple": "good hot cold fresh delicious expensive salty ready dry",
    "drink": "cold hot good fresh sweet expensive warm delicious",
    "furniture": "new old big comfortable heavy broken dirty white small expensive clean red brown",
    "house_part": "open closed white dirty clean new big green high",
    "container": "empty heavy full open small big closed light new red",
    "object": "new broken small dirty red beautiful expensive old clean blue heavy light useful",
    "clothes": "new red expensive beautiful dirty clean black white old long short dry warm "
    "blue green pink",
    "pair": "new dirty expensive old black red clean comfortable dry warm",
    "device": "new old expensive broken useful slow fast big modern heavy",
    "text": "interesting long difficult easy short important boring true simple false beautiful "
    "funny perfect strange useful",
    "idea": "good simple interesting important difficult strange perfect easy possible impossible "
    "necessary useful dangerous boring",
    "vehicle": "new red fast expensive old slow blue broken dirty white dangerous comfortable "
    "modern clean empty",
    "room": "big clean small dirty cold dark warm empty quiet beautiful old modern large",
    "place": "open closed big new old beautiful quiet modern full empty",
    "outside": "beautiful quiet dangerous big long wide narrow dark",
    "nature": "green beautiful big small tall old",
    "sun": "big beautiful",
    "moon": "big beautiful white",
    "body": "cold hot big small dirty clean",
    "music": "beautiful sad strange good",
    "instrument": "old new beautiful expensive heavy",
    "topic": "beautiful important difficult interesting necessary",
    "language": "difficult beautiful easy interesting important useful",
}
# "It is easy." is "C'est facile."
JUDGEMENTS = (
    "good true important easy impossible difficult possible beautiful interesting perfect "
    "necessary strange dangerous useful simple false boring"
)
# Person adjectives that compare well, and thing adjectives that do.
COMPARED = {
    "people": "tall old young strong rich happy intelligent famous",
    "animal": "big small fast strong old dangerous beautiful",
    "thing": "big expensive old beautiful small heavy",
    "text": "long interesting difficult important easy",
    "food": "good sweet expensive cold",
}
# English adjective, French noun after avoir.
AVOIR_STATES = """
hungry faim
thirsty soif
cold froid
afraid peur
right raison
hot chaud
wrong tort
sleepy sommeil
"""

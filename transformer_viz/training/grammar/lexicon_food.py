"""Nouns for food, drink and meals; the line format is that of `lexicon_people`.

`mass` marks what is not counted; `single` what is never said in the plural here.
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
juice jus m mass
lemonade limonade f mass
"""

MEALS = """
dinner dîner m
breakfast petit_déjeuner m
lunch déjeuner m
"""

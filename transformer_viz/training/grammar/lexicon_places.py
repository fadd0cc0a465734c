"""Rooms, places, cities, countries and languages, written as in `lexicon_people`."""

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
forest forêt f in=dans single
city ville f in=dans
field champ m in=dans single
mountain montagne f in=dans
river rivière f in=dans
sea mer f in=dans single
lake lac m in=dans single
road route f on=sur single
bridge pont m on=sur
island île f on=sur single
hill colline f on=sur single
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

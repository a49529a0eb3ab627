"""Words that people use to ask about rules. Each line of MEANINGS has a meaning and the English, German and
Spanish words for it, in any form, because `companion.rulebook.words` ignores endings.
"""

MEANINGS = """
player | player, person, people, guy, guest, kid, of us | Spieler, Spielerin, Person, Leute, Kind, zu zweit, zu dritt, zu viert, zu fünft, zu sechst, zu siebt, zu acht, Spieleranzahl, Spielerzahl | jugador, jugadora, persona, gente, niño, somos, éramos
other | other, another, else, opponent, neighbour, neighbor, somebody, someone, rival, friend, brother, sister, wife, husband, mum, mom, dad, son, daughter, he, she, they, his, her, their | andere, anderer, Gegner, jemand, fremd, Mitspieler, Mitspielerin, Nachbar, Gegenspieler, Bruder, Schwester, Freund, Freundin, Mutter, Vater, Sohn, Tochter, Oma, Opa | otro, otra, rival, contrario, demás, oponente, alguien, vecino, compañero, contrincante, hermano, hermana, amigo, amiga, padre, madre, hijo, hija, resto
everyone | everyone, everybody, all, every, any, anyone, each | alle, allen, jeder, jede, jeden | todos, todas, cada
several | several, both, more than one, two players, two people, two of us, joint, together, multiple, many people | mehrere, mehr als einer, beide, beiden, zwei Spieler, zwei Leute, zusammen, gemeinsam | varios, ambos, los dos, las dos, dos jugadores, dos personas, juntos, más de uno
same | same, identical, this row too | gleiche, selbe, dieselbe, derselbe, dasselbe, selben, selber, denselben, derselben | mismo, misma
row | row, line | Reihe, Zeile, Farbreihe, Linie | fila, hilera, línea
colour | colour, color | Farbe | color
hue | red, yellow, green, blue | rot, gelb, grün, blau | rojo, roja, amarillo, amarilla, verde, azul
close | close, finished row, completed row, full row, finish a row, finish the row, shut, complete, block, closure | fertige Reihe, volle Reihe, Reihe fertig, schließen, schließt, geschlossen, zumachen, abschließen, sperren, gesperrt, dichtmachen, Abschluss, zu ist, abgeschlossen | fila terminada, fila completa, fila llena, cerrar, cierra, cierran, cierre, cierro, cerrado, completar, bloquear, bloquea, bloqueado, clausurar
lock | lock, padlock, lock symbol, lock box | Schloss, Vorhängeschloss, Schlosssymbol, Schlossfeld | candado, cerrojo
lastcell | last cell, last number, last box, last field, final number, final box, rightmost, end number, last space, last square, last cells, last two numbers, end of the row, last one, final one, last, final | letztes Feld, letzte Zahl, letzte, letztes, letzten, äußerste, rechts außen, Endzahl, Schlusszahl, Endfeld | última casilla, último número, última, último, últimos, extremo, final de la fila, número final
endnumber | 12, twelve | 12, zwölf | 12, doce
longonumber | 15 or 16, 15 and 16, 16, sixteen | 15 oder 16, 16, sechzehn, 15 und 16 | 15 o 16, 16, dieciséis, 15 y 16
fifteen | 15, fifteen | 15, fünfzehn | 15, quince
cross | cross, mark, tick, check off, x, strike, checkmark, fill in, write | Kreuz, Kreuzchen, ankreuzen, kreuze, kreuzen, angekreuzt, kreuzt, abstreichen, streichen, markieren, eintragen, Markierung, setzen | cruz, tachar, tacha, tacho, tachado, marcar, marca, marco, equis, anotar, apuntar
count | count, valid, stand | zählt, zählen, gelten, gilt, mitzählen, gültig | cuenta, cuentan, contar, válido, válida, vale
howmany | how many, how much, number of, maximum, max, minimum, at most, limit, up to | wie viele, wieviele, wieviel, wie viel, wie vielen, wievielen, Anzahl, höchstens, maximal, Maximum, Höchstzahl | cuánto, cuánta, cuántos, cuántas, número de, máximo, como mucho, hasta cuántos, límite
need | need, require, necessary, must have, at least, enough, minimum, only have, without having | brauche, brauchen, benötigen, benötigt, nötig, mindestens, Mindestanzahl, Minimum, notwendig, genug, ausreichend, erst ab, nur mit, Voraussetzung | necesito, necesitar, necesita, hace falta, hacen falta, mínimo, al menos, requiere, suficiente, faltan, requisito, como mínimo
four | 4, four | 4, vier | 4, cuatro
five | 5, five | 5, fünf | 5, cinco
six | 6, six | 6, sechs | 6, seis
seven | 7, seven | 7, sieben | 7, siete
three | 3, three | 3, drei | 3, tres
two | 2, two | 2, zwei | 2, dos
one | 1, one, single, just one | 1, ein einziger, nur ein, nur eine | 1, un solo, una sola
thirteen | 13, thirteen | 13, dreizehn | 13, trece
second | second, 2nd | zweite, zweiter, zweites, zweiten | segundo, segunda
third | third, 3rd | dritte, dritter, drittes, dritten | tercero, tercer, tercera
fourth | fourth, 4th, four times, all four | vierte, vierter, viertes, vierten, viermal, alle vier | cuarto, cuarta, 4o, 4a, cuatro veces
fifth | fifth, 5th | fünfte, fünfter, fünften | quinto, quinta
die | die, dice, cube | Würfel, Würfels | dado
white | white | weiß, weiße, weiss | blanco, blanca
coloured | coloured, colored, colour die, color die, coloured die, colored die, coloured dice, colored dice, colorful | farbig, farbige, bunt, bunte, Farbwürfel | de color, de colores, coloreado
sum | sum, total, add, addition, plus, combine, add up, adding | Summe, addieren, zusammenzählen, plus, zusammenrechnen, zusammen rechnen, Augensumme, kombinieren | suma, sumar, sumo, más, combinar
roll | roll, throw, thrown, toss, result, reroll | Wurf, würfeln, gewürfelt, würfelt, werfen, geworfen | tirada, tirar, lanzar, lanzamiento, lanzado, volver a tirar
turn | turn, round, go | Zug, Runde, dran, an der Reihe | turno, ronda, jugada
othersturn | not my turn, isn't my turn, isnt my turn, not your turn, another player's turn, other player's turn, other players turn, another players turn, someone else's turn, somebody else's turn, opponent's turn, others turn, not active, inactive, nonactive, non active, non active player, non active players, passive, not the active player, when others roll, other people roll, someone else rolls, somebody else rolls, out of turn, off turn | nicht dran, nicht an der Reihe, nicht am Zug, nicht mein Zug, nicht ich, fremden Zug, fremder Zug, fremden, gegnerischen Zug, Zug eines anderen, Zug der anderen, nicht aktiv, nicht der aktive, inaktiv, passiv, anderer dran, andere dran, anderer würfelt, andere würfeln, jemand anders würfelt, wenn andere | no es mi turno, no era mi turno, no es tu turno, turno de otro, turno del otro, turno ajeno, turno de los demás, no me toca, no le toca, no es el activo, no soy el jugador activo, no soy activo, no activo, inactivo, pasivo, fuera de turno, tira otro, otro tira, otro lanza, tiran otros
active | active, current player, on my turn, my turn, roller | aktiver, aktive, aktiv, ich dran, mein Zug, am Zug | jugador activo, activo, activa, me toca, mi turno
action | action, phase, part | Aktion, Phase, Teil | acción, fase, parte
firstaction | first action, action 1, action one | erste Aktion, ersten Aktion, Aktion 1, Aktion eins | primera acción, acción 1
secondaction | second action, action 2, action two | zweite Aktion, zweiten Aktion, Aktion 2, Aktion zwei | segunda acción, acción 2
order | order, sequence, first, before, in order, which comes first, swap the actions | Reihenfolge, zuerst, erst, der Reihe nach, als Erstes, vorher, vor, Ablauf | orden, primero, antes, secuencia
begin | who starts, who begins, who goes first, who is first, who rolls first, starts, begin, goes first, first player, starting player, start player, first turn, start | fängt an, fangen an, anfangen, angefangen, beginnen, beginnt, Startspieler, Anfang, startet, wer zuerst, starten, eröffnet, erster Spieler, ersten Spieler, erste Spieler | empezar, empieza, comenzar, comienza, iniciar, inicia, primer jugador, primer turno, quién va primero, quién sale, va primero, quién tira primero, inicial
alone | alone, solo, solitaire, by myself, one player, single player | allein, alleine, Solo, ein Spieler, Einzelspieler | solitario, un jugador, jugar solo, una persona
simultaneous | at the same time, simultaneous, same moment, same time, all at once, concurrently, meanwhile | gleichzeitig, zur selben Zeit, zur gleichen Zeit, zugleich, zeitgleich, auf einmal, simultan | al mismo tiempo, a la vez, simultáneo, simultáneamente, mismo momento, de una vez
atonce | at once, immediate, immediately, instantly, right away, straight away, straightaway, right now | sofort, unmittelbar, augenblicklich, umgehend, auf der Stelle, sofortig | inmediato, inmediatamente, enseguida, de inmediato, al instante, al momento, en el acto
choose | choose, decide, choice, pick | wählen, entscheiden, aussuchen, Wahl | elegir, decidir, elijo, escoger
wait | wait, see, hesitate, watch, see what, other sheets, peek, look first, delay, react, stall, spy, until others, look at | warten, sehen, abwarten, zögern, abgucken, zusehen, zuschauen, spicken, hinauszögern, abgewartet, schauen, schauen was, gucken, fremde Zettel, fremden Zettel | esperar, ver, espero, esperamos, aguardar, mirar, ver qué, hojas de otros, retrasar, copiar, espiar
end | end, over, finish, stop, game over | Ende, endet, beenden, vorbei, Schluss, Spielende, beendet, aufhören, enden, Spielschluss | fin, final, acabar, acaba, terminar, termina, finalizar, finaliza, se acabó, concluir
game | game, match, play, playable | Spiel, Partie, gespielt, spielen, spielbar | juego, partida, jugar
when | when | wann | cuándo
nothing | nothing, no move, no possible move, no option, unable, can't cross, cannot cross, can't mark, don't cross, pass, no number, no cross, no mark, none, neither | nichts, kein Kreuz, kein Zug, kann nicht, keine Zahl, passen, passe, gepasst, keins, keinen, weder, nicht ankreuzen | nada, sin jugada, sin opción, no puedo marcar, no puedo, ninguno, ninguna, pasar, paso, no puedo tachar, no tacho, ningún, ni
miss | miss, penalty, penalties, penalize, penalise, failed throw, failed roll, foul, minus box, misthrow, fault, strike, strike box, punished, punishment | Fehlwurf, Fehlwürfe, Strafe, Strafpunkt, Minuspunkt, Minuspunkte, Fehlversuch, Strafkreuz, Fehlkreuz, Minus, bestraft, Strafpunkte, Fehlwurffeld | fallo, penalización, penalti, castigo, multa, tirada fallida, penalizar, penaliza, falta, casilla de fallo
must | must, have to, obliged, forced, compulsory, mandatory, optional, voluntary, obligatory, on purpose, refuse, allowed to pass, choose not | muss, müssen, Pflicht, gezwungen, freiwillig, Zwang, verzichten, zwingend, absichtlich, verpflichtet, optional | obligatorio, obligado, hay que, voluntario, tengo que, debo, forzoso, renunciar, a propósito, opcional, obligación
points | point, score, scoring, worth, total, value | Punkt, Punkte, Minuspunkte, Wertung, Punktzahl, werten, wert, Punktwertung, Gesamtpunktzahl, gewertet | punto, puntos, puntuación, puntaje, puntuar, puntúa, valor, valen, total
cost | cost, minus, deduct, subtract, negative, lose points, take away | kostet, kosten, Minuspunkte, Minuspunkt, abziehen, Abzug, Minus, abgezogen, verlieren | cuesta, restar, resta, negativo, descontar, quitar puntos, menos
win | win, winner, won, victory, victorious | gewinnt, gewinnen, Gewinner, Sieger, Sieg, gewonnen | gana, ganar, ganador, victoria, vencedor, ganado, vence
tie | tie, tied, draw, same points, equal points, same score, level, tiebreak, tiebreaker, tie breaker, equal, same number of points, same total | Gleichstand, unentschieden, punktgleich, gleich viele Punkte, gleich viel, Patt, Punktgleichheit, gleiche Punkte, gleichen Punkten, gleicher Punktzahl, Stichentscheid, Stechen, gleiche Punktzahl, Remis | empate, empatar, empatan, empatado, mismos puntos, desempate, igualdad, igualados, misma puntuación, iguales
skip | skip, jump, leave out, omit, miss out, gap, skipping | überspringen, auslassen, lasse, lassen, weglassen, übersprungen, weglassen, Lücke, lücken | saltar, salto, omitir, saltarse, dejar huecos, hueco, saltado
back | back, forgot, forget, forgotten, overlooked, catch up, backward, left, left of, earlier number, go back, smaller number, lower number, fill in later, later on, to the left, in between | zurück, vergessen, übersehen, später, nachträglich, links, nachholen, rückwärts, kleinere Zahl, rückgängig, nachtragen, dazwischen, früher | atrás, olvidé, olvidar, olvidado, recuperar, volver, a la izquierda, izquierda, retroceder, hacia atrás, número menor, más tarde, anterior, volver atrás
right | right, left to right, direction | rechts, Richtung, links nach rechts, nach rechts | derecha, izquierda a derecha, dirección, sentido
remove | remove, leave, gone, taken out, out of the game, taken away, put away, put aside, discard die, still in play, disappear | entfernt, entfernen, raus, herausnehmen, weg, weglegen, ausscheiden, aus dem Spiel, herausgenommen, verschwindet, weggelegt | quitar, retirar, retira, retirado, fuera, eliminar, desaparecer, apartar, se va, sacar
after | after, afterwards, still, already | nach, nachdem, noch, danach, dann noch, bereits, schon | después, tras, todavía, aún, ya, luego
twice | twice, two times, again, double, second time, once more, repeat, doubled, a second cross | zweimal, nochmal, noch einmal, erneut, doppelt, wieder, doppelte, ein zweites Mal, verdoppeln, wiederholen | dos veces, otra vez, de nuevo, repetir, doble, segunda vez, duplicar, nuevamente
bonus | bonus | Bonus, Bonuskreuz | bonus, bonificación, bono
box | box, field, cell, space, square | Kästchen, Feld, Kasten, Zelle, Felder | casilla, recuadro, espacio, cuadro
number | number, digit, figure | Zahl, Nummer, Ziffer | número, cifra
different | different, two rows, other row, various, separate rows | verschieden, unterschiedlich, zwei Reihen, andere Reihe | diferente, distinto, dos filas, otra fila, varias filas
card | card, deck, hand | Karte, Karten, Kartenspiel, Stapel, Hand, Kartendeck | carta, baraja, mano, mazo, naipe
joker | joker, wild, wildcard | Joker | comodín
draw | draw, pick up, refill, take cards | ziehen, nachziehen, auffüllen, zieht | robar, coger cartas, rellenar, tomar cartas, roba
lay | lay, put down | ausspielen, legen, ablegen | bajar
lucky | lucky, lucky number, fortune | Glückszahl, Glück, Glückszahlen | número de la suerte, afortunado, suerte, número afortunado, números afortunados
weakest | fewest, weakest, least, fewest crosses, fewest marks | wenigsten, schwächste, schwächsten, wenigste, geringste | menos cruces, más débil, menor número, menos marcas
own | own, only me, only for me, myself, just me, only for myself | eigene, eigenen, nur für mich, mich, selbst, nur ich, mir selbst | propio, propia, solo para mí, para mí, mí
round | round cell, bonus row, round field, circle between, between the rows, circles | Bonusreihe, runde Felder, rundes Feld, zwischen den Reihen, Kreis | fila de bonus, casilla redonda, entre las filas, círculo
beside | next to, adjacent, neighbouring, beside, above or below | angrenzend, benachbart, daneben, neben | adyacente, al lado, contiguo, vecina
chain | chain, linked, connected cell, circled, partner, pair | Kette, verbunden, verkettet, Partnerfeld, Ringe, Paar | cadena, enlazado, unida, pareja, par, conectada
step | step, steps, stairs, stairway, framed | Stufe, Treppe, Treppenfelder, umrahmt | escalón, escalera, enmarcada, peldaño
track | track | Leiste, Bahn, Glücksleiste | pista, senda, carril
exchange | exchange, swap, convert, trade | Tausch, tauschen, Tauschfeld, umtauschen, wechseln, eintauschen | cambio, cambiar, intercambiar, canjear, intercambio
connection | connection, connection field, field between, between numbers | Verbindung, Verbindungsfeld, Zwischenfeld, zwischen den Zahlen | conexión, enlace, campo de conexión, entre los números
bar | bar, bonus bar | Leiste, Bonusleiste | barra
next | next | nächste, nächstes, nächsten | siguiente, próximo
shuffled | shuffled, jumbled, mixed up, random order, unordered | gemischt, durcheinander, vermischt, ungeordnet | mezclado, desordenado, barajado
cap | more than 16, maximum points, sixteen crosses | mehr als 16, höchste Punkte | más de 16
play-longo | longo | Longo | Longo
play-mixx | mixx, mixed colours, mixed colors, mix | gemixxt, mixx, gemixt, mix | mixx, mezcla
play-bonus-a | bonus a, bonus bar | Bonus A, Bonusleiste | bonus A, barra de bonus
play-bonus-b | bonus b | Bonus B | bonus B
play-cards | card game, cards game, with cards | Kartenspiel, mit Karten | juego de cartas, con cartas
play-big-points | big points, bigpoints, big point | Big Points, Bigpoints | Big Points
play-double | double a, double b, double game, qwixx double, double cell | Double A, Double B, Qwixx Double, Doppelfeld | Double A, Double B, Qwixx Double
play-connected | connected, connected a, connected b | Connected, Connected A, Connected B | Connected, Connected A, Connected B
play-x-change | x change, xchange | X Change, Xchange | X Change
play-lucky-15 | lucky 15, lucky fifteen | Lucky 15 | Lucky 15
play-connect-15 | connect 15, connect fifteen | Connect 15 | Connect 15
"""

NEAR = """
close lock .8
lastcell endnumber .8
lastcell longonumber .8
simultaneous atonce .5
simultaneous several .35
several two .7
hue colour .5
hue row .6
coloured hue .5
coloured colour .7
cross box .4
two number .3
three number .3
four number .3
five number .3
six number .3
seven number .3
skip nothing .3
number box .4
number cross .25
active turn .6
othersturn turn .3
othersturn other .3
firstaction action .6
secondaction action .6
firstaction white .5
secondaction coloured .5
second two .5
third three .7
fourth four .7
five six .2
cost points .5
tie same .2
twice two .3
round bonus .4
lucky play-longo .4
lastcell end .25
need howmany .25
must need .2
skip back .4
back right .3
order begin .15
remove after .3
sum plus 1
other everyone .3
other othersturn .4
draw card .4
lay game .6
weakest lucky .3
connection play-connect-15 .4
exchange play-x-change .5
chain play-connected .4
step play-connected .4
bar play-bonus-a .6
"""
"""Pairs of related meanings. The number, from 0 to 1, is the weight if one is found in place of the other."""

STOP = (
    "a an the i we you it its to of in on at by for with from as and or if than then that this these those is are "
    "was be been am do does did can could may might should would will shall i'm my your our me us him them what which who "
    "whom whose why how where there here so just only also too not no yes have has had get gets got take takes use used "
    "using want wants say says let please rule rules qwixx about when happens happen into out up one's s t am okay ok "
    "allowed allow permitted legal possible possibly even more some during while after all that's make makes made",
    "der die das den dem des ein eine einen einem einer eines ich wir du ihr er sie es mein meine meinen dein unser zu "
    "im in an am auf bei von mit für und oder wenn als dass ob ist sind war wird werden sein darf dürfen kann können "
    "soll muss ich man was wie wo wer wann warum wieso welche welcher welches hier da so nur auch nicht nein ja habe hat "
    "haben bekomme bekommt nehme nimmt nehmen verwenden benutzen nutzen bringt bringen sich mich mir dir uns bitte regel regeln qwixx über aus passiert denn doch mal "
    "eigentlich erlaubt möglich ihn ihm ihnen diese dieser dieses diesen beim zum zur vom gibt geht mache macht machen",
    "el la los las un una unos unas lo yo tú él ella nosotros mi tu su sus mis a al de del en por para con y o si que "
    "es son era ser está están puede puedo podemos pueden poder debe qué quién quiénes cuál cómo dónde cuándo por se "
    "me te le les nos no sí solo sólo también he ha han hay tengo tiene tenemos llevo lleva uso usar regla reglas "
    "qwixx sobre pasa cuando como porque esto esta este eso ese esa permitido posible favor hacer hace haga hago sea",
)
"""Words that the search ignores, in English, German and Spanish."""

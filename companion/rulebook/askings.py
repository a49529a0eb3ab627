"""Phrases that people use to ask about each rule and ruling, for the search.

The phrases are English but match questions in all languages, because `companion.rulebook.words` turns the
words of phrases and questions into meanings.
"""

import re

_TEXT = """
left-to-right: must I cross in order; cross a number after a higher number; cross five after seven; numbers
  after each other; cross smaller after larger; begin left; must begin with two; start with the lowest number;
  go back later; back; skip numbers; jump; left to right; go back; back to a number left of my last cross;
  cross an earlier number; direction of crosses; leave out numbers; number between two crosses; fill in
  skipped numbers later; must I begin at the left; order of the numbers in a row; skipped cells back; number
  left
white-sum: must I use the white dice; white number optional; everyone white dice; use hue othersturn;
  othersturn dice; which dice may others use; other players use which dice in turn; white sum several rows;
  how many rows white dice; which dice othersturn; othersturn die; white sum two rows; othersturn coloured
  dice; othersturn coloured; white dice; sum of the white dice; two rows with the same sum; cross two
  different rows with the sum; what may I cross in another player's turn; coloured dice in another player's
  turn; who may use the white dice; first action; everyone may cross the white sum; othersturn cross; must I
  cross the white sum; several numbers with the white dice; othersturn which die; othersturn hue die; one
  number in action 1
colour-sum: any white die with any coloured die; combine white and coloured die; what do the coloured dice do;
  how do coloured dice work; coloured die; white die plus coloured die; add both whites and red; second
  action; which white die for the colour; colour of the die and row; add three dice; two coloured dice; action
  2; other row with the red die; coloured sum; who may use the coloured dice; several coloured dice; white and
  coloured die sum; all the dice together; cross two numbers with coloured dice
action-order: first white or colour; which comes first; cross twice in the same row; twice same row in my
  turn; coloured first then white; two marks in the same row in one turn; order of the dice; which dice first;
  coloured die first; both marks in one row; two crosses in the same row; both actions in the same row; order
  of the actions; first coloured then white; action order; second action before first action; may I use both
  actions; white first; coloured die before white dice; how many crosses in one turn; how many numbers in a
  turn; order of a turn; both actions; must I use both actions; two crosses in one turn; two numbers per turn;
  what do I do in my turn
miss: pass in both actions; skip both; skip both actions; nothing in both actions; must I take a miss if I
  cannot move; what is a miss; penalty if only white dice used; only one action used penalty; no move; choose
  a miss; penalty choose; miss; penalty; do I get a penalty; must I cross a penalty; penalty if nothing
  crossed; penalty when it is not my turn; when do I take a miss; only first action used miss; miss if I could
  have crossed; must I cross a number; nothing crossed; active player pass; othersturn nothing crossed; must
  take miss; miss optional; pass on purpose miss; second action only miss; who gets a miss; everyone miss; may
  I pass; othersturn miss; voluntary miss
lock-needs-five: how many numbers before close; how many numbers before lock; lock with four; how many crosses
  before last; when may I lock; when close a row; six crosses for the last number; lock with four crosses;
  lastcell need; minimum crosses lock; only three crosses; only have four crosses; how many crosses to lock;
  need five; how many crosses for the last number; need five crosses to close a row; only four crosses; cross
  the 12 without locking; last number with four crosses; crosses before the last cell; when may I close a row;
  when may I cross the last number; cross the last cell without lock; not enough crosses for the lock; cross
  12; how many crosses need row close; five crosses; last cell without five crosses; lastcell four; what do I
  need to close a row
lock: other closed hue do I cross the lock; brother locked hue cross lock; other locked row cross the lock
  too; count the lock in the score; lock extra cross; lock; padlock; does the lock count; lock count as a
  cross; who crosses the lock; somebody else locked my row; do I get the lock too; other player closes the row
  may I cross the lock; when do I cross the lock; what is the lock for; lock points; cross lock if other
  closed; how do I lock a row; lock without the last number; five crosses and other locks; cross lock; must
  cross lock; is the lock worth points
row-closed: cross in a full row; full row; may others cross in a closed row; other players cross locked row;
  mark a closed row; closed row; cross in a closed row; row is closed for everyone; may I still cross a closed
  row; what happens when a row is closed; continue after other player closed; when does a row close; mark in a
  locked row; row closed after; row locked for everyone; closed row still cross; other player closed cross row
  after
shared-lock: other locks hue may I lock it too; lock also; both finished the row in the same roll; both
  complete row same roll; several close same colour; other also have last number lock; two players lock the
  same row; both want to close red; several players close one row; row closed in this roll; row that other
  closes with the same sum; simultaneous close; may I close the row too; also lock in the same action; other
  player locks row with this sum may I too; lock at the same time; several lock; several close row
  simultaneous; two close same row; other closes row same roll; both lock; several cross last number; everyone
  close row same sum
die-removed: closed hue with white dice use hue die; which die is removed; hue row closed is the die still
  thrown; closed hue with white use hue die; I locked hue still use hue die; remove the die; die of a locked
  colour; die closed colour; hue die after close; use the red die after red is locked; die of a closed row;
  die remove; what happens to the die; other player closed it first; die after lock; roll the die of a closed
  row; how many dice after close; die leaves the game; closed in the first action use the die in the second
  action; remove hue die; other closed before my second action; do I still roll the closed colour; five dice;
  already closed last number second action; other locks first action last cell second action; when is the die
  removed; other close first; die still valid
end-misses: four misses; what happens with the fourth penalty; what happens after four misses; when do misses
  end the game; end by four misses; after how many misses is the end; how many misses end the game; misses
  end; miss fourth end; how many penalties before end; fourth penalty; fourth miss; four penalties end; how
  many penalties; how many misses until the end; end by misses; game over penalties; fifth penalty; third
  miss; game end misses at once; end because of penalties; maximum penalties
end-two-rows: third lock; third padlock count; three rows closed at once; third row; three rows closed; when
  does the game end; end of the game; two closed rows end the game; how many rows closed until the end; how
  does the game end; third row closed in the same action; two locks end; does a closed row end the game; two
  padlocks; game over; different players closed rows end; one row closed end game; does this end the game; row
  two closed end; how long does the game last
game-over: finish the round when the game ends; end round; after the end of the game; cross after the game is
  over; game over still cross; miss after the end; last turn after the end; one more turn after end; play on
  after the end; finish the round after the end; everyone same number of turns; final turn end game; last
  round
score-table: how does scoring work; how are points counted; points for a row; how many points; scoring; points
  table; points for five crosses; how do you score; how many points for crosses; what is a row worth; count
  points; maximum points of a row; value of crosses; points of a full row; score of a row; final score; count
  the crosses; points for twelve crosses
score-miss: how many minus points miss; how much does a miss cost; how many points miss; points for a penalty;
  how many points does a miss cost; minus five; minus points; penalty costs points; what does a miss cost;
  deduct points for misses; value of a penalty; points misses; miss five points; negative points
winner: tie; tied; same points; tie at the end; draw; who wins; winner; tie break; most points; highest score;
  who has won; two players with the same points; how do I win; tie winner; who wins tie; aim of the game
players: three people play; can three play; seven players; of us seven; how many players; six players; how
  many people can play; number of players; maximum players; minimum players; alone; two players game; solo;
  play with two; play with seven people; player limit; can we play with six; four people play; how many can
  play; play with six; enough for two players; game for two; one player; how many players longo; how many
  players card game; eight players
first-player: who goes first; decide who begins; choose who starts; who starts; who begins; start player;
  first player; who throws first; begin the game; who is the first active player; player starts; game begins;
  how do we begin; choose first player; start of the game; next player; who is next; whose turn is next
simultaneous: look at other sheets before I choose; wait for my opponent; must all cross at the same time; see
  what others do; change after seeing others cross; may I wait for the others; at the same time; simultaneous;
  everyone at the same time; wait and see what others cross; who decides first; look what others cross; must I
  decide before; who crosses first; order of the players in action 1; change my mind after others crossed;
  wait until others have crossed; may I wait; who chooses first; active player crosses first; wait on purpose;
  everyone cross simultaneous; see what other player cross before; other player waits
at-once: at once; what does at once mean; immediately; when is at once; end at once meaning; at once or at the
  end of the turn; instantly; when exactly does the game end; row close at once; what means immediately; at
  once end of action; in the middle of the action
lock-needs-six: how many crosses to lock; longo last two numbers; longo lock; how many crosses to lock in
  longo; 15 or 16; longo 15 or 16; need six crosses longo; longo close a row; longo last number; six crosses
  lock; both last numbers; which last number; longo need; longo lastcell longonumber
lucky: lucky number; lucky numbers; longo lucky; use lucky number; when may I use my lucky number; lucky
  number in second action; how often lucky number; lucky number weakest row; next cell lucky; lucky number
  lock; lucky row tie
mixx-a-colours: mixx colours; mixx several colours in a row; mixx coloured die which row; mixx hue cell other
  row; mixx a; row with several colours; mixx die colour; gemixxt which colour counts; mixx a colours in a
  row; mixx die which row
mixx-a-close: mixx colour closed; mixx closed colour other rows; mixx which die leaves; mixx a close a row;
  gemixxt close row; mixx row closed die removed; cells of a colour whose die left; mixx hue die removed cells
  other rows; mixx colour gone; mixx lock; mixx die gone
mixx-b-order: mixx b; shuffled numbers; mixx b order; mixx numbers shuffled; mixx b last number; which number
  closes on mixx b; mixx b left to right; numbers not in order; shuffled right; mixx number order; mixx b
  close
double-lock-seven: how many crosses to lock; double lock; how many crosses to lock in double; double need
  seven; seven crosses lock; double last number; double close a row; double need lock
double-cap: double points; double maximum points; more than 16 crosses; double cap; maximum crosses in double;
  double closed row second cross; double score row
double-frontier: double a second cross; which cell twice; cross a cell twice; double last crossed cell; double
  which cell; double a again earlier cell; double a second field; double a twice
double-again: double a number again; number must be rolled again; double a roll again second cross; second
  cross number rolled; double a when
double-two: double b; double b two crosses; double cell two crosses at once; double b number twice; double b
  cell
bonus-bar: bonus; bonus cell; bonus bar; bonus a; what does a bonus cell do; must I use the bonus; bonus box
  next; bonus decline; bonus bar full; bonus box which row; bonus must; bonus extra cross; bonus when
bonus-chain: bonus gives bonus; bonus triggers bonus; bonus chain; bonus leads to bonus; bonus on a bonus
  cell; second bonus by bonus; bonus again; bonus after bonus; several bonus one turn
bonus-closed-colour: bonus box of a closed colour; bonus closed colour; bonus colour closed boxes; bonus row
  closed box; bonus bar closed row; bonus boxes when a colour closes; bonus hue closed
bonus-lock: bonus lock; bonus close a row; lock by bonus; bonus last number; bonus cross last cell; bonus
  cross end the game; may a bonus close a row; bonus need five
bonus-two-weakest: bonus b weakest row; two crosses in weakest row; bonus b two crosses; bonus fewest crosses;
  bonus two weakest
bonus-each-row: bonus b each row; one cross in every row; bonus b everyone row; bonus cross in all rows
bonus-double-weakest: bonus b double row; weakest row counts twice; bonus row scores double; weakest row
  double points; bonus weakest points twice
bonus-13: bonus 13; thirteen points; bonus 13 points; bonus b thirteen
bonus-no-misses: bonus misses; bonus no minus points; bonus penalties cost nothing; bonus b misses do not
  count; bonus miss
chain-forced: connected b; chain cell; circled cell partner; connected b linked cell; must I cross the
  partner; chain both cells; connected b chain; chain cross
chain-exempt: chain left of other marks; chain in a closed row; connected b closed row; partner left of my
  crosses; forced cross back; chain closed; chain skip back; chain rule; chain left to right; chain without
  number
steps-score: connected a; steps; steps score; stairs points; connected a points; framed cells; steps fifth
  row; step; connected a fifth
bp-neighbour: big points; big points bonus row; round cell; when may I cross a round cell; big points beside;
  bonus row beside marked; big points when; big points die; round cell number; big points need beside; big
  points row between
bp-left-to-right: big points left to right; bonus row order; big points skip; big points go back; round cells
  skip; big points order
bp-not-for-lock: big points lock; do bonus crosses count towards the lock; round cells count five; big points
  crosses to lock; big points need five; round lock
bp-after-close: big points closed row; bonus row after a row closed; big points closed; round cell closed row;
  big points die removed; big points close end; big points row closed
bp-score: big points score; big points points; bonus row points; how much is a round cell worth; bonus row
  counts twice; big points count twice; big points maximum
exchange: x-change; exchange; exchange field; swap a number; when may I exchange; exchange in second action; x
  change field; use exchange; exchange number; exchange how many; exchange white sum; exchange othersturn
exchange-left-to-right: exchange order; exchange fields left to right; skip exchange field; exchange skip;
  exchange field back; x change order
lucky15-fifteen: lucky 15; three dice fifteen; when may I cross the track; lucky 15 sum; exactly fifteen;
  lucky 15 who; make 15; lucky 15 dice; lucky 15 othersturn
lucky15-instead: lucky 15 instead; lucky 15 both actions; lucky 15 other marks; lucky 15 and another cross;
  lucky 15 cross a number too; lucky 15 turn action
lucky15-track: lucky 15 track full; next field of the track; lucky 15 all fields crossed; lucky 15 track;
  lucky 15 next; track
lucky15-score: lucky 15 points; lucky 15 score; track points; how many points lucky 15; lucky 15 count
connect-one-five: connect 15; connection field; one and five; when may I cross a connection field; dice 1 and
  5; connect 15 who; connection dice; connect 15 othersturn; connect 15 dice one five; connect 15 when
connect-left-to-right: connect 15 left to right; connection field order; connection field skip; connect 15
  back; connection left of my cross
connect-not-for-lock: connect 15 lock; connection fields count five; do fields count for the lock; connect 15
  closed row; connect 15 points; connection score; connect 15 crosses lock; connection field closed
cards-draw: how many cards draw; how many cards; draw cards; card hand; hand of five; cards in the middle;
  refill the middle; pile is empty; shuffle the cards; draw how many cards; card game draw; how many cards in
  hand; cards pile; take cards; card deck empty; play card draw
cards-number: card number for everyone; number on the pile; card back number; card game number everyone; top
  card number; card game other players cross; card game othersturn
cards-play: how many cards play; how many cards lay; play cards; how many cards may I play; several cards same
  colour; different colours of cards; must I play a card; card play cross; card game cards played; three
  cards; must I cross all cards; two colours cards; card how many play
cards-gap: card gap; card game skip; leave a gap between cards; one cell unmarked between cards; card skip
  number between; card gap one; cards next numbers
cards-lock-own: card game lock for everybody; card lock; card game closed row; card game row closed for
  others; lock own sheet card; card game close row for everyone; card close; card game lock own; other player
  locks card
cards-miss: penalty; do I get a penalty; when do I take a miss; card game miss; card game penalty; cards
  penalty; card nothing crossed; cards miss; card game fail
cards-end: when does the game end; end of the game; card game end; end of the card game; card game over; when
  does the card game end; card game two rows; cards end; card second row locked
cards-jokers: joker; jokers; joker colour; joker card; joker number; which colour is a joker; joker everyone;
  wild card
cards-mixx: card game mixx; cards on mixx; cards on mixx pad; mixx cards; card game mixx colours rows
end-in-action-1: game ends with white dice active still colour; game over white dice active coloured; second
  row closed with the white dice use the coloured; two rows closed white coloured; second row closed may I
  still use colours; second closed row coloured die; two rows closed before second action; two rows closed;
  two rows closed in action 1; second row closed before I move; second row closed in first action second
  action; do I still have action 2; game ends before my second action; two rows closed penalty; game ends in
  action 1 miss; end first action; second row closed first action; second row closed miss; may I finish my
  turn; second row closed second action; closed second row before; two rows locked in my turn; game ends first
  action still coloured die; end before my turn is over; miss when end in first action; second row closed turn
bonus-blocked: bonus cannot be used; bonus box no cell; bonus row blocked; bonus lost; bonus no cell left;
  bonus nothing; bonus cross not possible; bonus box used up; bonus box but need five; bonus blocked
weakest-closed: lucky number row closed; weakest row closed; longo weakest row closed; lucky closed; fewest
  crosses row closed
bonus-same-action: bonus cross in a row locked in the same action; bonus row closed same action; bonus
  simultaneous; bonus in row that other locks; bonus same roll closed; bonus other close
cards-gap-mixx-b: card gap mixx b; card gap shuffled; cards mixx b skip; gap mixx b
cards-lock-in-play: card lock in the same play; cards count towards five; cards lock crosses of the same play;
  card five crosses same; cards lock need; cards need lock play
rolled-again: cross twice in one turn; same number twice in one turn; again in the same turn; big points same
  turn; double a same turn; second cross in the same turn; twice in the same turn; cell marked in action 1
  action 2; big points cell of first action; again same roll; twice one turn; twice same roll
bp-colour: big points which coloured die; round cell which die; bonus row which colour die; big points colour;
  round colour die
double-a-where: double a where second cross; double a any cell twice; second cross of an earlier cell; double
  a second cross back; double a where
chain-frontier: chain count left; forced cross skip left; connected b after forced cross; chain partner skip;
  does the forced cross count for left to right; chain count skip
lucky15-top: lucky 15 fourth field; lucky 15 25 or 36; lucky 15 last field; last field of the track worth;
  lucky 15 last points; track last field
connect-which: connect 15 which field; any connection field; which connection field; connection field next;
  connect 15 next field
connect-lock: connection fields count lock; connect 15 five crosses; do connection fields count towards five;
  connect 15 need lock
connect-miss: connect 15 miss; connection field spare miss; connect 15 penalty; only a connection field miss;
  connection nothing miss
"""
ASKINGS = {
    name: " ".join(phrases.split()).split("; ")
    for name, phrases in (entry.split(":", 1) for entry in re.split(r"\n(?! )", _TEXT.strip()))
}
"""The phrases that ask about a rule or ruling, by its id."""

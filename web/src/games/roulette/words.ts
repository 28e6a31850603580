// The words of the roulette table.

import { dictionary } from "../../i18n/dictionary.ts";
import { type Bet, COLUMNS, type Hue, hueOf, pays } from "./bets.ts";

export const say = dictionary(
  {
    ask_watching: "You are watching. Sit down to play along.",
    ask_broke: "Your chips are gone. Get up and sit down again to buy new ones.",
    ask_lay: "Place your bets.",
    ask_lay_spin: "Place your bets, then spin the wheel.",
    ask_more: "{n} staked. Add more, or wait for the wheel.",
    ask_more_spin: "{n} staked. Add more, or spin.",
    ask_rolling: "No more bets.",
    ask_closed: "The table is closed.",
    result: "{number}, {hue}.",
    result_won: "{number}, {hue}: you win {n|chip|chips}.",
    result_lost: "{number}, {hue}: you lose {n|chip|chips}.",
    result_even: "{number}, {hue}: you come out even.",
    hue_red: "red",
    hue_black: "black",
    hue_zero: "green",
    letter_red: "R",
    letter_black: "B",
    letter_zero: "Z",
    bet_straight: "straight up {n}",
    bet_split: "split {a} and {b}",
    bet_street: "street {list}",
    bet_corner: "corner {list}",
    bet_first_four: "first four {list}",
    bet_line: "six line {from} to {to}",
    bet_dozen: "dozen {from} to {to}",
    bet_column: "column {n}, from {from} to {to}",
    bet_red: "red",
    bet_black: "black",
    bet_odd: "odd",
    bet_even: "even",
    bet_low: "low, 1 to 18",
    bet_high: "high, 19 to 36",
    place: "{bet}, pays {pays} to 1",
    place_mine: "{bet}, pays {pays} to 1, your chips here: {n}",
    field_dozen: "{from} to {to}",
    field_column: "2 to 1",
    field_red: "Red",
    field_black: "Black",
    field_odd: "Odd",
    field_even: "Even",
    field_low: "1–18",
    field_high: "19–36",
    felt: "Betting layout",
    felt_how: "Arrow keys move, Enter lays the chosen chip, Delete takes your chips back.",
    felt_touch: "Tap a number, a line or a corner. Hold to take back.",
    felt_point: "Click a number, a line or a corner. Right-click takes back.",
    wheel_rolls: "The wheel: the ball rolls",
    wheel_lies: "The wheel: the ball lies on {number}, {hue}",
    wheel_empty: "The wheel",
    round: "Round {n}",
    history: "Last numbers",
    no_history: "No spin yet",
    my_rounds: "Your rounds",
    chips: "{n|chip|chips}",
    staked: "bet {n}",
    purse: "Chips",
    on_table: "On the table",
    limits: "Limits",
    limits_are: "{min} to {max}",
    choose_chip: "Chip to lay",
    chip_of: "Chip of {n}",
    undo: "Undo",
    clear: "Clear",
    repeat: "Repeat",
    double: "Double",
    my_bets: "My bets",
    my_bets_n: "Bets: {n}",
    no_bets: "You have no bets on the table.",
    remove: "Take back",
    remove_bet: "Take back {n} from {bet}",
    spin: "Spin",
    next_round: "Next round",
    sit: "Sit down",
    stand: "Get up",
    why_rolling: "Bets are closed while the ball rolls.",
    why_between: "Bets open again with the next round.",
    why_watching: "Sit down to bet.",
    why_waiting: "The table is not taking bets right now.",
    why_nothing_laid: "You have laid no chips in this round.",
    why_no_repeat: "Your last bets cannot be laid again: there are none, or too few chips.",
    why_no_double: "Your bets cannot be doubled: there are none, or too few chips.",
    why_too_much: "You can lay {n} more in this round.",
    why_bets_lie: "Take your bets back first, or wait until they are settled.",
    log_laid_me: "You lay {n} on {bet}.",
    log_laid: "{name} lays {n} on {bet}.",
    log_back_me: "You take {n} back from {bet}.",
    log_back: "{name} takes {n} back from {bet}.",
    log_closed: "No more bets.",
    log_closed_me: "You spin the wheel. No more bets.",
    log_closed_by: "{name} spins the wheel. No more bets.",
    log_opened: "Round {n}: place your bets.",
    log_nobody: "Nobody had a bet.",
    won_me: "You win {n}.",
    lost_me: "You lose {n}.",
    even_me: "You come out even.",
    won: "{name} wins {n}.",
    lost: "{name} loses {n}.",
    even: "{name} comes out even.",
    hint_bet: "Choose a chip, then tap a number, the line between two numbers, or the corner where four meet. The numbers that you cover light up.",
    hint_laid: "The wheel spins when the time is up. Undo takes your last chip back; hold a place to take all your chips there.",
    hint_result: "A winning bet comes back with what it won. Repeat lays the same bets again in the next round.",
    end_balance: "Chips after each round",
    end_rounds: "Rounds",
    end_extremes: "Best and worst rounds",
    end_player: "Player",
    end_best: "Best round",
    end_worst: "Worst round",
    end_numbers: "How often each number came",
    end_expected: "Expected: {n} each",
    end_number_came: "{number}, {hue}: {n|time|times}",
    end_none: "No round was played.",
    end_loading: "Adding up the rounds …",
    end_failed: "The rounds could not be loaded.",
  },
  {
    ask_watching: "Du schaust zu. Setz dich, um mitzuspielen.",
    ask_broke: "Deine Chips sind weg. Steh auf und setz dich neu, um wieder einzukaufen.",
    ask_lay: "Bitte das Spiel zu machen.",
    ask_lay_spin: "Bitte das Spiel zu machen, dann dreh das Rad.",
    ask_more: "{n} gesetzt. Leg nach oder warte auf das Rad.",
    ask_more_spin: "{n} gesetzt. Leg nach oder dreh.",
    ask_rolling: "Nichts geht mehr.",
    ask_closed: "Der Tisch ist geschlossen.",
    result: "{number}, {hue}.",
    result_won: "{number}, {hue}: Du gewinnst {n|Chip|Chips}.",
    result_lost: "{number}, {hue}: Du verlierst {n|Chip|Chips}.",
    result_even: "{number}, {hue}: Du kommst auf null heraus.",
    hue_red: "Rot",
    hue_black: "Schwarz",
    hue_zero: "Grün",
    letter_red: "R",
    letter_black: "S",
    letter_zero: "Z",
    bet_straight: "Plein {n}",
    bet_split: "Cheval {a} und {b}",
    bet_street: "Transversale {list}",
    bet_corner: "Carré {list}",
    bet_first_four: "Die ersten vier {list}",
    bet_line: "Sechserlinie {from} bis {to}",
    bet_dozen: "Dutzend {from} bis {to}",
    bet_column: "Kolonne {n}, von {from} bis {to}",
    bet_red: "Rot",
    bet_black: "Schwarz",
    bet_odd: "Impair, ungerade",
    bet_even: "Pair, gerade",
    bet_low: "Manque, 1 bis 18",
    bet_high: "Passe, 19 bis 36",
    place: "{bet}, zahlt {pays} zu 1",
    place_mine: "{bet}, zahlt {pays} zu 1, deine Chips hier: {n}",
    field_dozen: "{from} bis {to}",
    field_column: "2 zu 1",
    field_red: "Rot",
    field_black: "Schwarz",
    field_odd: "Impair",
    field_even: "Pair",
    field_low: "1–18",
    field_high: "19–36",
    felt: "Tableau",
    felt_how: "Pfeiltasten wandern, Eingabe legt den gewählten Chip, Entf nimmt deine Chips zurück.",
    felt_touch: "Tippe auf Zahl, Linie oder Ecke. Halten nimmt zurück.",
    felt_point: "Klicke auf Zahl, Linie oder Ecke. Rechtsklick nimmt zurück.",
    wheel_rolls: "Das Rad: Die Kugel rollt",
    wheel_lies: "Das Rad: Die Kugel liegt auf {number}, {hue}",
    wheel_empty: "Das Rad",
    round: "Runde {n}",
    history: "Letzte Zahlen",
    no_history: "Noch kein Wurf",
    my_rounds: "Deine Runden",
    chips: "{n|Chip|Chips}",
    staked: "setzt {n}",
    purse: "Chips",
    on_table: "Gesetzt",
    limits: "Limits",
    limits_are: "{min} bis {max}",
    choose_chip: "Chip zum Setzen",
    chip_of: "Chip zu {n}",
    undo: "Zurück",
    clear: "Räumen",
    repeat: "Nochmal",
    double: "Doppelt",
    my_bets: "Meine Einsätze",
    my_bets_n: "Einsätze {n}",
    no_bets: "Du hast nichts gesetzt.",
    remove: "Zurücknehmen",
    remove_bet: "{n} von {bet} zurücknehmen",
    spin: "Drehen",
    next_round: "Weiter",
    sit: "Hinsetzen",
    stand: "Aufstehen",
    why_rolling: "Solange die Kugel rollt, geht nichts mehr.",
    why_between: "Mit der nächsten Runde kann wieder gesetzt werden.",
    why_watching: "Setz dich hin, um zu setzen.",
    why_waiting: "Gerade nimmt der Tisch keine Einsätze an.",
    why_nothing_laid: "Du hast in dieser Runde noch nichts gesetzt.",
    why_no_repeat: "Deine letzten Einsätze lassen sich nicht wiederholen: Es gibt keine, oder die Chips reichen nicht.",
    why_no_double: "Deine Einsätze lassen sich nicht verdoppeln: Es gibt keine, oder die Chips reichen nicht.",
    why_too_much: "Du kannst in dieser Runde noch {n} setzen.",
    why_bets_lie: "Nimm erst deine Einsätze zurück, oder warte auf die Abrechnung.",
    log_laid_me: "Du setzt {n} auf {bet}.",
    log_laid: "{name} setzt {n} auf {bet}.",
    log_back_me: "Du nimmst {n} von {bet} zurück.",
    log_back: "{name} nimmt {n} von {bet} zurück.",
    log_closed: "Nichts geht mehr.",
    log_closed_me: "Du drehst das Rad. Nichts geht mehr.",
    log_closed_by: "{name} dreht das Rad. Nichts geht mehr.",
    log_opened: "Runde {n}: Bitte das Spiel zu machen.",
    log_nobody: "Niemand hatte gesetzt.",
    won_me: "Du gewinnst {n}.",
    lost_me: "Du verlierst {n}.",
    even_me: "Du kommst auf null heraus.",
    won: "{name} gewinnt {n}.",
    lost: "{name} verliert {n}.",
    even: "{name} kommt auf null heraus.",
    hint_bet: "Wähle einen Chip und tippe dann auf eine Zahl, auf die Linie zwischen zwei Zahlen oder auf die Ecke, an der sich vier treffen. Die gedeckten Zahlen leuchten.",
    hint_laid: "Das Rad dreht sich, wenn die Zeit um ist. „Zurück“ nimmt deinen letzten Chip; halte einen Platz gedrückt, um dort alle deine Chips zu nehmen.",
    hint_result: "Ein Einsatz, der gewinnt, kommt mit seinem Gewinn zurück. „Nochmal“ setzt in der nächsten Runde dasselbe.",
    end_balance: "Chips nach jeder Runde",
    end_rounds: "Runden",
    end_extremes: "Beste und schlechteste Runden",
    end_player: "Spieler",
    end_best: "Beste Runde",
    end_worst: "Schlechteste Runde",
    end_numbers: "Wie oft jede Zahl kam",
    end_expected: "Erwartet: je {n}",
    end_number_came: "{number}, {hue}: {n|Mal|Mal}",
    end_none: "Es wurde keine Runde gespielt.",
    end_loading: "Die Runden werden zusammengezählt …",
    end_failed: "Die Runden ließen sich nicht laden.",
  },
);

/** A color of the wheel in words. */
export function hueName(number: number): string {
  return say(`hue_${hueOf(number)}`);
}

/** The letter that stands beside a number, since color alone would not do for everybody. */
export function hueLetter(hue: Hue): string {
  return say(`letter_${hue}`);
}

/** A number with its sign; zero has none. */
export function signed(net: number): string {
  return net > 0 ? `+${net}` : net < 0 ? `−${-net}` : "0";
}

/** A bet in words. */
export function betName({ betType, numbers }: Pick<Bet, "betType" | "numbers">): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const list = sorted.join(", ");
  const [from = 0, second = 0] = sorted;
  const to = sorted.at(-1) ?? 0;
  switch (betType) {
    case "straight":
      return say("bet_straight", { n: from });
    case "split":
      return say("bet_split", { a: from, b: second });
    case "street":
      return say("bet_street", { list });
    case "corner":
      return from === 0 ? say("bet_first_four", { list }) : say("bet_corner", { list });
    case "line":
      return say("bet_line", { from, to });
    case "dozen":
      return say("bet_dozen", { from, to });
    case "column":
      return say("bet_column", { n: ((from - 1) % COLUMNS) + 1, from, to });
    default:
      return say(`bet_${betType}`);
  }
}

/** A place on the felt in words, with what it pays and what the viewer has there. */
export function placeName(bet: Bet, mine: number): string {
  const fill = { bet: betName(bet), pays: pays(bet.betType) };
  return mine > 0 ? say("place_mine", { ...fill, n: mine }) : say("place", fill);
}

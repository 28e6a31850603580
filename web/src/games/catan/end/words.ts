// The words of the end of a game of Catan.

import { dictionary } from "../../../i18n/dictionary.ts";

export const sayEnd = dictionary(
  {
    breakdown: "Where the points came from",
    player: "Player",
    settlements: "Settle­ments",
    cities: "Cities",
    road: "Longest road",
    army: "Largest army",
    cards: "Victory cards",
    total: "Points",
    dice: "The dice",
    dice_bar: "{sum}: {n} times, {expected} expected",
    dice_expected: "as expected from {n|roll|rolls}",
    points: "Points over time",
    harvest: "Cards from the board over time",
    turn: "Turn",
    loading: "Looking at the game again …",
    failed: "The course of the game cannot be shown right now.",
  },
  {
    breakdown: "Woher die Punkte kamen",
    player: "Spieler",
    settlements: "Sied­lungen",
    cities: "Städte",
    road: "Längste Handels­straße",
    army: "Größte Ritter­macht",
    cards: "Sieg­punkt­karten",
    total: "Punkte",
    dice: "Die Würfel",
    dice_bar: "{sum}: {n}-mal, erwartet {expected}",
    dice_expected: "zu erwarten bei {n|Wurf|Würfen}",
    points: "Punkte im Lauf des Spiels",
    harvest: "Karten vom Spielfeld im Lauf des Spiels",
    turn: "Zug",
    loading: "Das Spiel wird noch einmal angesehen …",
    failed: "Der Verlauf des Spiels lässt sich gerade nicht zeigen.",
  },
);

// Hints for somebody who plays Catan for the first time, one for each kind of moment.

import { dictionary } from "../../i18n/dictionary.ts";

export const helps = dictionary(
  {
    roll_first: "Everybody rolls once; the highest roll begins.",
    first: "A settlement gets a card from each hex around it whenever its number is rolled. More dots under a number mean it comes more often; 6 and 8 are best. Try to reach different kinds.",
    second: "This settlement brings one card from each hex around it at once. Look for the kinds that your first one lacks, or for a harbour.",
    first_road: "The road shows where you want to grow: settlements need two sides distance from each other.",
    roll: "Every hex with the number you roll gives its owners cards. On a 7 the robber comes.",
    discard: "Whoever holds too many cards on a 7 gives half of them back. Keep what you need next.",
    robber: "The hex with the robber gives nothing, and you steal a card from somebody beside it.",
    steal: "You draw one of their cards blindly. The most cards often means the best chances.",
    free_roads: "Two roads for free. Five in a row without a gap are the longest road: 2 points.",
    offer: "You may accept, decline or answer with an offer of your own. You can also just wait.",
    main: "Pay with your cards for roads, settlements, cities and development cards; missing ones can be traded. Tap something grey to see what it needs.",
  },
  {
    roll_first: "Alle würfeln einmal; der höchste Wurf beginnt.",
    first: "Eine Siedlung bekommt von jedem Feld um sie herum eine Karte, sooft dessen Zahl fällt. Mehr Punkte unter der Zahl heißt: Sie fällt öfter; 6 und 8 sind am besten. Versuche, an verschiedene Rohstoffe zu kommen.",
    second: "Diese Siedlung bringt sofort von jedem Feld um sie herum eine Karte. Achte auf Rohstoffe, die deiner ersten fehlen, oder auf einen Hafen.",
    first_road: "Die Straße zeigt, wohin du wachsen willst: Siedlungen brauchen zwei Wege Abstand voneinander.",
    roll: "Jedes Feld mit der gewürfelten Zahl bringt Karten. Bei einer 7 kommt der Räuber.",
    discard: "Wer bei einer 7 zu viele Karten hat, gibt die Hälfte ab. Behalte, was du als Nächstes brauchst.",
    robber: "Das Feld mit dem Räuber bringt nichts, und du ziehst eine Karte von jemandem, der daran baut.",
    steal: "Du ziehst verdeckt eine Karte.",
    free_roads: "Zwei Straßen umsonst. Fünf am Stück sind die Längste Handelsstraße: 2 Punkte.",
    offer: "Du kannst annehmen, ablehnen oder ein Gegenangebot machen. Du kannst auch einfach warten.",
    main: "Bezahle mit deinen Karten Straßen, Siedlungen, Städte und Entwicklungskarten; was fehlt, kannst du handeln. Tippe auf etwas Graues, um zu sehen, was dafür fehlt.",
  },
);

import type { Prompt } from '../language-pack.ts';

export const germanPrompts: readonly Prompt[] = [
  {
    style: 'quote',
    title: '{niche} in drei Worten, bitte.',
    body: 'Keine Sätze, keine Erklärungen. Die ersten drei, die euch einfallen.',
  },
  {
    style: 'quote',
    title: 'Ergänzt den Satz: „{niche} hat mich gelehrt …“',
    body: 'Nehmt euch eine Minute Zeit. Die leisen Antworten sind oft die guten.',
  },
  {
    style: 'quote',
    title: 'Welcher Satz über {niche} ist euch geblieben?',
    body: 'Aus einem Buch, von einer Lehrerin, von einem Freund. Schreibt ihn auf, und sagt dazu, von wem er ist.',
  },
  {
    style: 'tips',
    title: '{niche}: Was ist euer bester Tipp in einem Satz?',
    body: 'Kurz genug zum Merken, gut genug zum Weitersagen. Die Kommentare sind die Liste.',
  },
  {
    style: 'tips',
    title: '{niche}: Was würdet ihr heute einem Neuling raten?',
    body: 'Ein Tipp von jedem. Zusammen wird daraus der Ratgeber, den alle gern gehabt hätten.',
  },
  {
    style: 'tips',
    title: '{niche}: Was spart euch am meisten Zeit?',
    body: 'Ein Werkzeug, eine Reihenfolge, ein Kniff. Nennt eines, damit andere es ausprobieren können.',
  },
  {
    style: 'how_to',
    title: 'Zehn Minuten am Tag für {niche}: Wie nutzt ihr sie?',
    body: 'Echte Pläne aus echten Tagen, bitte. Perfekte Routinen braucht niemand.',
  },
  {
    style: 'how_to',
    title: '{niche}: Woran arbeitet ihr diese Woche?',
    body: 'Schreibt es auf und kommt am Sonntag wieder, um zu erzählen, wie es lief.',
  },
  {
    style: 'how_to',
    title: '{niche}: Wie geht ihr Schritt für Schritt vor?',
    body: 'Erstens, zweitens, drittens. Schreibt es so auf, wie ihr es einer Freundin erklären würdet.',
  },
  {
    style: 'question',
    title: '{niche}: Was hättet ihr gern am Anfang gewusst?',
    body: 'Eure Antwort erspart jemandem vielleicht ein ganzes Jahr.',
  },
  {
    style: 'question',
    title: '{niche}: Welche Frage wolltet ihr nie laut stellen?',
    body: 'Stellt sie jetzt. Alle haben einmal angefangen.',
  },
  {
    style: 'opinion',
    title: '{niche}: Welche Gewohnheit würdet ihr nie aufgeben?',
    body: 'Klein oder groß, üblich oder seltsam. Nennt sie und sagt, warum sie bleibt.',
  },
  {
    style: 'opinion',
    title: '{niche}: Welchen Rat befolgt ihr nicht mehr?',
    body: 'Die Meinung zu ändern ist eine Kunst. Was habt ihr früher geglaubt, und was macht ihr heute?',
  },
  {
    style: 'opinion',
    title: 'Unbeliebte Meinungen zum Thema {niche}, bitte.',
    body: 'Sagt, was ihr wirklich denkt, und bleibt freundlich zu allen, die es anders sehen.',
  },
  {
    style: 'opinion',
    title: '{niche}: Was wird überschätzt, was unterschätzt?',
    body: 'Eines von jedem. Gründe sind willkommen.',
  },
  {
    style: 'facts',
    title: '{niche}: Was ist schwerer, als es aussieht?',
    body: 'Sammeln wir die ehrliche Liste, die in keiner Broschüre steht.',
  },
  {
    style: 'facts',
    title: '{niche}: Welche Tatsache überrascht alle?',
    body: 'Erzählt, was ihr wisst, und woher ihr es habt.',
  },
  {
    style: 'facts',
    title: '{niche}: Was glauben die meisten zu Unrecht?',
    body: 'Nennt den Irrtum und stellt ihn in den Kommentaren richtig.',
  },
  {
    style: 'story',
    title: 'Wer hat euch zum Thema {niche} gebracht?',
    body: 'Markiert die Person und sagt danke. Mehr ist heute nicht zu tun.',
  },
  {
    style: 'story',
    title: '{niche}: Was ist eure schönste Geschichte?',
    body: 'Lustig, stolz oder schmerzhaft. Fünf Sätze genügen.',
  },
  {
    style: 'story',
    title: '{niche}: Wie hat es bei euch angefangen?',
    body: 'Ein Zufall, ein Geschenk, ein verregneter Sonntag. Erzählt den Anfang.',
  },
];

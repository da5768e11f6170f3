import type { LanguageData } from './language-data.ts';

export const german = {
  tag: 'de',
  stopwords: `
    aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim beiden
    bereits bis bist da dabei dadurch damit danach dann daran darauf darf das dass davon dazu dein deine dem den denn
    der deren des deshalb die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer
    eines einfach einmal er erst es etwa etwas euch euer für gab ganz gar gegen gehen geht genug gern gibt gut hat
    hatte haben hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder
    jedes jetzt kann kein keine keinem keinen keiner kommt können könnte lassen lässt machen macht man manche mehr
    mein meine meist meisten mich mir mit muss müssen nach nachher nein nicht nichts nie noch nun nur ob oder oft ohne
    rund schon sehr sein seine seinem seinen seiner seit sich sie sind so sogar solche soll sollte sondern sonst
    soweit trotzdem über um und uns unser unsere unter viel viele vielen vom von vor wann war waren warum was weil
    weiter welche wenig weniger wenn wer werden wie wieder wird wir wo wobei wurde würde zu zum zur zwar zwei zwischen
    tag tage tagen woche wochen monat monate jahr jahre jahren stunde stunden minute minuten prozent hälfte anfang
    menschen leute drei vier fünf sechs sieben acht neun zehn zwölf zwanzig dreißig hundert tausend gramm kilogramm
    grad euro liter meter kilometer cent montag dienstag mittwoch donnerstag freitag
    samstag sonntag`,
  abbreviations: 'Dr|Prof|Hr|Fr|Nr|St|bzw|ca|usw|etc|z. B|d. h|u. a|u. U|evtl|ggf|inkl|Mio|Mrd|Abs|Art|vgl|Std|Tel',
  ordinalsEndInStop: true,
  dangling: {
    start: `
      (genauer|wichtiger|schneller|einfacher) (ist|sind|geht)|erst nach|geplant (ist|sind)|der rest
      das (ist|sind|war|hat|wird|kann|macht|gilt|liegt|heißt|zeigt|bedeutet|führt|geht|klappt|hilft)|dies|diese|dieser
      dieses|diesen|diesem|es|er|sie|ihr|ihre|sein|seine|aber|und|oder|doch|also|auch|dann|danach|dabei|dafür|dagegen
      damit|daher|darum|deshalb|deswegen|daran|darauf|darin|davon|dazu|dadurch|dort|hier|so|solche|trotzdem|dennoch
      jedoch|allerdings|außerdem|zudem|zuerst|zunächst|schließlich|zuletzt|erstens|zweitens|drittens|zum beispiel
      mit anderen worten|beide|andere|der andere|die andere|der zweite|die zweite|der dritte|die dritte|das gleiche
      dasselbe|letztere`,
    words: 'oben|unten|genannt~|erwähnt~|(reicht|genügt|hilft) das|(sagt|erzählt|erklärt|sagte) (er|sie)|sind es',
    patterns: [
      /^\S+( \S+){0,2} später(?!\p{L})/iu,
      /^[^,]{0,60}(?<!\p{L})(er|ihn|ihm)(?!\p{L})/iu,
      /^\S+ (ist|sind) (übrigens|also|deshalb)\b/iu,
      /\bdamit\b.{0,30}$/iu,
    ],
  },
  leaning: {
    exactCase: true,
    start: `
      (Auch|Sogar|Nur dann|Am Ende|Schließlich|Stattdessen|Trotzdem|Anders|Andernfalls|Sonst|Später|Wichtiger|Geht)(?= )
      (Der|Die|Das) (Grund|Gründe|Ergebnis|Ergebnisse|Unterschied|Folge|Folgen|Effekt|Plan|Projekt|Unternehmen|Firma
      Team|Gruppe|Studie|Bericht|Autoren|Antwort|Antworten|Frage|Idee|Problem|Regel|Methode|Familie|Frau|Mann|Ort|Gericht
      Gebäude|Haus|Anlage|Opposition|Zahl|Zahlen|Lösung|Entscheidung|Maßnahme|Ausnahme|Preis|Kosten|Arbeiten?|Rest
      neue|neuen|alte|alten|nächste|übrigen|älteste|jüngste|erste|ersten|ganze|meisten davon)(?= )
      Im Schnitt|Im Vergleich|Im ersten Jahr|Im Gegenteil|Betreiber|Beide|Beides`,
    words: `
      [Dd]iese[mnrs]?|dieselbe[mnrs]?|derselben?|demselben|[Dd]ies|dessen|deren|[Dd]arum|so im|so am|dagegen|hingegen
      jedoch|allerdings|außerdem|trotzdem|dennoch|daraufhin|seitdem|seither|vorher|hinterher|stattdessen|ebenfalls
      ebenso(?! (wie|gut|viel|oft))|auch(?! (wenn|nur|noch|als))|dann(?!, wenn)|danach|(?<!, )damit|dafür(?!, dass)|dabei(?! sein)|dadurch
      davon(?! (aus|ab))|daran|darauf(?!,)|darin|daraus|darüber|darunter|dahinter|deshalb|deswegen|daher|dorthin|dort|es
      ihm|ihnen|er|ihn|jede[rs]? davon|solche[nrms]?|das Gleiche|genau das|Genau das|hier|übrigens`,
    patterns: [
      /^[^,]{0,60}(?<!\p{L})sie(?!\p{L})/u,
      /^(\S+ ){0,3}(seine|ihre)[rnms]?(?!\p{L})/iu,
      /^Das (?!\p{Lu})/u,
      /^(Der|Die) (ist|sind|war|waren|hat|haben|wird|kann)(?!\p{L})/u,
    ],
  },
  boilerplate: {
    words: '~kommentar(e|en)?',
    parts: `
      newsletter|abonnier|cookies|klicken sie|hier klicken|folgen sie uns|anmelden|registrier|teilen sie
      in diesem (artikel|beitrag|text)|dieser (artikel|beitrag)|unsere[nr]? (leser|seite|shop|redaktion|partner)
      werbung|anzeige|affiliate|provision|impressum|datenschutz|alle rechte vorbehalten|quelle:|foto:
      kostenlos herunterladen|jetzt kaufen|lesen sie|mehr zum thema`,
  },
  firstPerson: '[Ii]ch|[Mm]ein|[Mm]eine[mnrs]?|[Mm]ir|[Mm]ich|[Ww]ir|[Uu]ns|[Uu]nser|[Uu]nsere[mnrs]?',
  definite: /^(?:Der|Die|Das) (?:\p{Ll}+ )?(\p{Lu}\p{L}{3,})(?! (?:de[rs]|von|in|im|am)(?!\p{L}))/u,
  announcing: {
    words: `
      folgende[nrms]?|so geht['’]?s|so klappt es
      (zwei|drei|vier|fünf|sechs|mehrere) (Dinge|Gründe|Wege|Schritte|Punkte|Tipps|Regeln|Fehler|Möglichkeiten)`,
  },
  reported: {
    subject: [
      [
        /^wir haben (?=.*(?<!\p{L})(befragt|untersucht|ausgewertet|verglichen|gemessen|analysiert|gezählt|beobachtet|erfasst|getestet)[.,])/iu,
        'die Autoren haben ',
      ],
    ],
    rest: [
      [/(?<!\p{L})wir(?!\p{L})/gu, 'sie'],
      [/(?<!\p{L})unser(e[mnrs]?)?(?!\p{L})/gu, 'ihr$1'],
    ],
  },
  stale: `
    gestern|morgen (früh|abend)|heute (morgen|abend|früh)
    (letzte[nsr]?|vergangene[nsr]?|kommende[nsr]?|nächste[nsr]?|diese[nsrm]?) (woche|wochenende|monats?|jahre?s?|frühjahr|frühling|sommer|herbst|winter)
    kürzlich|neulich|im vorjahr`,
  advice: {
    exactCase: true,
    start: 'Nie|Niemals|Immer|Am besten|Mindestens|Vermeiden',
    words: `
      sollten?|muss|müssen|darf|dürfen|vermeiden|besser|am besten|mindestens|lohnt|genügt|genügen|reicht|reichen
      gehört|empfiehlt`,
    patterns: [/(?<!\p{L})\p{L}+e?n Sie(?!\p{L})/u],
  },
  narrative: {
    exactCase: true,
    words: `
      war|waren|hatte|hatten|kam|kamen|ging|gingen|wurde|wurden|fuhr|stand|sagte|begann|[Dd]amals|gab|fand|machte
      wollte|konnte|musste|blieb|sah|saß|lag|standen|hielt|hielten|schoss|brach|brachen|zog|zogen|trug|trugen|lief
      liefen|schrieb|schrieben|fiel|fielen|nahm|nahmen|rief|ließ|ließen|traf|half|starb|starben|wuchs|verlor|gewann
      sprach|bekam|hing|wusste|dachte|brachte`,
    patterns: [
      /(?<!\p{L})(?!heute|letzte|alte|sollte|könnte|möchte|müsste|rechte|leichte|feuchte)\p{Ll}{3,}[^s]te(?!\p{L})/u,
      /(?<!\p{L})\p{Ll}{3,}ten(?= (sich|ihn|sie|es|ihm|die|der|das|den|einen)(?!\p{L}))/u,
    ],
  },
  memorable: `
    nie|niemals|immer|nichts|niemand|selten|nur|nicht .{3,70} sondern|mehr als|weniger als|löst|(ver|ab)ändern?|wahrheit
    einzige`,
  emptyHeadings: `
    wie geht es weiter|was nun|einleitung|fazit|zusammenfassung|überblick|zutaten|zubereitung|häufige fragen|faq
    hintergrund|ausblick|tipps|tipps und tricks|gut zu wissen|das brauchen sie|was sie brauchen|aufbewahrung|anleitung
    schritt für schritt|was wir gelernt haben|so geht['’]?s`,
  nounMarkers: 'der die das',
  capitalNouns: true,
  quotes: ['„', '“'],
  credit: 'Quelle: {title}',
  fromTitle: 'Aus „{title}“:',
  prompts: {
    quote: {
      '{niche} in drei Worten, bitte.': 'Keine Sätze, keine Erklärungen. Die ersten drei, die euch einfallen.',
      'Ergänzt den Satz: „{niche} hat mich gelehrt …“':
        'Nehmt euch eine Minute Zeit. Die leisen Antworten sind oft die guten.',
      'Welcher Satz über {niche} ist euch geblieben?':
        'Aus einem Buch, von einer Lehrerin, von einem Freund. Schreibt ihn auf, und sagt dazu, von wem er ist.',
    },
    tips: {
      '{niche}: Was ist euer bester Tipp in einem Satz?':
        'Kurz genug zum Merken, gut genug zum Weitersagen. Die Kommentare sind die Liste.',
      '{niche}: Was würdet ihr heute einem Neuling raten?':
        'Ein Tipp von jedem. Zusammen wird daraus der Ratgeber, den alle gern gehabt hätten.',
      '{niche}: Was spart euch am meisten Zeit?':
        'Ein Werkzeug, eine Reihenfolge, ein Kniff. Nennt eines, damit andere es ausprobieren können.',
    },
    how_to: {
      'Zehn Minuten am Tag für {niche}: Wie nutzt ihr sie?':
        'Echte Pläne aus echten Tagen, bitte. Perfekte Routinen braucht niemand.',
      '{niche}: Woran arbeitet ihr diese Woche?':
        'Schreibt es auf und kommt am Sonntag wieder, um zu erzählen, wie es lief.',
      '{niche}: Wie geht ihr Schritt für Schritt vor?':
        'Erstens, zweitens, drittens. Schreibt es so auf, wie ihr es einer Freundin erklären würdet.',
    },
    question: {
      '{niche}: Was hättet ihr gern am Anfang gewusst?': 'Eure Antwort erspart jemandem vielleicht ein ganzes Jahr.',
      '{niche}: Welche Frage wolltet ihr nie laut stellen?': 'Stellt sie jetzt. Alle haben einmal angefangen.',
    },
    opinion: {
      '{niche}: Welche Gewohnheit würdet ihr nie aufgeben?':
        'Klein oder groß, üblich oder seltsam. Nennt sie und sagt, warum sie bleibt.',
      '{niche}: Welchen Rat befolgt ihr nicht mehr?':
        'Die Meinung zu ändern ist eine Kunst. Was habt ihr früher geglaubt, und was macht ihr heute?',
      'Unbeliebte Meinungen zum Thema {niche}, bitte.':
        'Sagt, was ihr wirklich denkt, und bleibt freundlich zu allen, die es anders sehen.',
      '{niche}: Was wird überschätzt, was unterschätzt?': 'Eines von jedem. Gründe sind willkommen.',
    },
    facts: {
      '{niche}: Was ist schwerer, als es aussieht?': 'Sammeln wir die ehrliche Liste, die in keiner Broschüre steht.',
      '{niche}: Welche Tatsache überrascht alle?': 'Erzählt, was ihr wisst, und woher ihr es habt.',
      '{niche}: Was glauben die meisten zu Unrecht?': 'Nennt den Irrtum und stellt ihn in den Kommentaren richtig.',
    },
    story: {
      'Wer hat euch zum Thema {niche} gebracht?': 'Markiert die Person und sagt danke. Mehr ist heute nicht zu tun.',
      '{niche}: Was ist eure schönste Geschichte?': 'Lustig, stolz oder schmerzhaft. Fünf Sätze genügen.',
      '{niche}: Wie hat es bei euch angefangen?':
        'Ein Zufall, ein Geschenk, ein verregneter Sonntag. Erzählt den Anfang.',
    },
  },
} satisfies LanguageData;

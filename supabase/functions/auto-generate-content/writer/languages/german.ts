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
    grad euro liter meter kilometer cent`,
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
    start: '(Auch|Der|Die|Das)(?= )',
    words: '[Dd]iese[mnrs]?|dieselbe[mnrs]?|[Dd]ies|dessen|deren|[Dd]arum|so im|so am',
    patterns: [/^[^,]{0,60}(?<!\p{L})sie(?!\p{L})/u],
  },
  boilerplate: {
    words: '~kommentar(e|en)?',
    parts: `
      newsletter|abonnier|cookies|klicken sie|hier klicken|folgen sie uns|anmelden|registrier|teilen sie
      in diesem (artikel|beitrag|text)|dieser (artikel|beitrag)|unsere[nr]? (leser|seite|shop|redaktion|partner)
      werbung|anzeige|affiliate|provision|impressum|datenschutz|alle rechte vorbehalten|quelle:|foto:
      kostenlos herunterladen|jetzt kaufen|lesen sie|mehr zum thema`,
  },
  firstPerson: 'ich|mein|meine|meinen|mir|mich',
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
    hintergrund|ausblick`,
  nounMarkers: 'der die das',
  capitalNouns: true,
  templateNames: {
    quote: 'zitate?|spruch|sprüche|motivation~|inspiration~',
    how_to: 'anleitung~|schritt~|tutorials?',
    tips: 'tipps?|ratschl~|karussell~|listen?',
    question: 'fragen?|umfrage~|diskussion~',
    facts: 'fakten|zahlen|wusstest du|schon gewusst',
    opinion: 'meinung~|standpunkt~',
    insight: 'einblick~|hinter den kulissen|erkenntnis~|denkansto~',
    story: 'geschichten?|anekdoten?',
  },
  quotes: ['„', '“'],
  credit: 'Quelle: {title}',
  joinTitle: '{niche}: {hook}',
  tagPhrases: ['{niche} Tipps', '{niche} Wissen'],
  shortListHook: 'Gut zu wissen:',
  hooks: {
    figure: 'Schon gewusst?|Eine Zahl zum Merken:|In Zahlen:|Die Zahl des Tages:|Eine Zahl, die man kennen sollte:',
    tip: `
      Tipp des Tages:|Probiert es aus:|Einen Versuch wert:|Kleine Änderung, große Wirkung:|Für die Praxis:
      Ein Tipp zum Merken:`,
    insight: `
      Gut zu wissen:|Kleines Detail, große Wirkung:|Für die Notizen:|Leicht zu übersehen:|Heute zum Thema {niche}:
      Eine nützliche Erinnerung:|Das lohnt sich zu merken:`,
    list: `
      {niche}: {n} Dinge, die man wissen sollte|{n} kleine Änderungen mit Wirkung|Zum Merken: {n} Punkte
      {niche} in {n} Punkten|{n} Ideen für diese Woche|Für den Anfang: {n} Hinweise`,
    notes: `
      {niche}: {n} Dinge, die man wissen sollte|{niche} in {n} Punkten|Zum Merken: {n} Punkte
      {n} Notizen zum Thema {niche}|{n} Dinge, die man sich merken kann`,
    steps: `
      {niche}, Schritt für Schritt|So geht es in {n} Schritten|Der Plan in {n} Schritten|In dieser Reihenfolge:
      Eine einfache Routine in {n} Schritten|Zum Speichern: {n} Schritte`,
    question: `
      Habt ihr das schon gewusst?|Kommt euch das bekannt vor?|Ist euch das auch aufgefallen?
      Welche Erfahrung habt ihr gemacht?|Hättet ihr es gewusst?|Habt ihr darüber schon einmal nachgedacht?
      Was sagt ihr dazu?`,
    opinion: `
      Stimmt ihr zu?|Geht es euch auch so?|Würdet ihr das unterschreiben?|Seht ihr das auch so?
      Zu streng oder genau richtig?|Trifft das zu?`,
    quote: `
      Worte zum Aufheben:|Zweimal lesen lohnt sich:|Ein Satz zum Merken:|Für Tage, an denen es zäh läuft:
      Das darf man wiederholen:`,
    fact: 'Schon gewusst?|Fakt des Tages:|Wissen zum Weitererzählen:|Das weiß nicht jeder:|Etwas zum Staunen:',
    story: `
      Eine kleine Geschichte:|Stellt euch das vor:|So war es:|Eine Szene zum Weitererzählen:|Zeit für eine Geschichte:`,
  },
  callsToAction: {
    figure: `
      Überrascht?|Weitersagen an alle, die es nicht glauben würden.|Hättet ihr es geschätzt?
      Zahl merken und weitersagen.`,
    tip: `
      Probiert es aus und erzählt, wie es lief.|Für später speichern.|Macht ihr das schon?
      Schickt es jemandem, der es brauchen kann.|Was klappt bei euch?`,
    insight: `
      Was würdet ihr ergänzen?|Für später speichern.|Schickt es jemandem, der es brauchen kann.|Wie seht ihr das?
      Deckt sich das mit eurer Erfahrung?`,
    list: `
      Was probiert ihr zuerst?|Liste speichern und ausprobieren.|Welcher Punkt fehlt?
      Teilt sie mit jemandem, der gerade anfängt.|Wie viele davon macht ihr schon?`,
    notes: `
      Welcher Punkt war neu für euch?|Was würdet ihr ergänzen?|Für später speichern.
      Welcher überrascht euch am meisten?`,
    steps: `
      Speichern und diese Woche ausprobieren.|Welcher Schritt fällt euch am schwersten?|Erzählt, wie es lief.
      Was würdet ihr anders machen?`,
    question: 'Schreibt es in die Kommentare.|Ein Satz genügt.|Antworten gern hier drunter.|Was meint ihr?',
    opinion: 'Sagt uns, warum.|Ein Wort genügt.|Wir wollen beide Seiten hören.|Überzeugt uns in den Kommentaren.',
    quote: `
      Wo habt ihr das schon erlebt?|Für den Tag speichern, an dem ihr es braucht.|Wer sollte das heute lesen?
      Teilt es, wenn es euch anspricht.`,
    fact: `
      Wusstet ihr das?|Weitersagen an alle, die es nicht glauben würden.|Hättet ihr es geahnt?
      Welchen Fakt sollten wir kennen?`,
    story: `
      Erzählt eure Geschichte.|Teilt sie mit jemandem, der sie mag.|Woran erinnert euch das?
      Welcher Satz bleibt hängen?`,
  },
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
  lastSlide: { title: 'Für später speichern', body: 'Und erzählt, welcher Punkt neu für euch war.' },
} satisfies LanguageData;

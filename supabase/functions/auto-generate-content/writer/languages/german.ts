import { type LanguagePack, wordSet } from './language-pack.ts';

export const german: LanguagePack = {
  language: 'de',
  stopwords: wordSet(`
    aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim beiden bereits bis bist da dabei
    dadurch damit danach dann daran darauf darf das dass davon dazu dein deine dem den denn der deren des deshalb die dies diese diesem diesen
    dieser dieses doch dort du durch ein eine einem einen einer eines einfach einmal er erst es etwa etwas euch euer für gab ganz gar gegen
    gehen geht genug gern gibt gut hat hatte haben hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden
    jeder jedes jetzt kann kein keine keinem keinen keiner kommt können könnte lassen lässt machen macht man manche mehr mein meine meist
    meisten mich mir mit muss müssen nach nachher nein nicht nichts nie noch nun nur ob oder oft ohne rund schon sehr sein seine seinem seinen
    seiner seit sich sie sind so sogar solche soll sollte sondern sonst soweit trotzdem über um und uns unser unsere unter viel viele vielen
    vom von vor wann war waren warum was weil weiter welche wenig weniger wenn wer werden wie wieder wird wir wo wobei wurde würde zu zum zur
    zwar zwei zwischen tag tage tagen woche wochen monat monate jahr jahre jahren stunde stunden minute minuten prozent hälfte anfang menschen leute`),
  abbreviation:
    /(^|[\s(])(Dr|Prof|Hr|Fr|Nr|St|bzw|ca|usw|etc|z\. ?B|d\. ?h|u\. ?a|u\. ?U|evtl|ggf|inkl|Mio|Mrd|Abs|Art|vgl|Std|Tel|\d{1,2})\.$/,
  dangling:
    /^[„»]?(das (ist|sind|war|hat|wird|kann|macht|gilt|liegt|heißt|zeigt|bedeutet|führt|geht|klappt|hilft)|dies|diese|dieser|dieses|diesen|diesem|es|er|sie|ihr|ihre|sein|seine|aber|und|oder|doch|also|auch|dann|danach|dabei|dafür|dagegen|damit|daher|darum|deshalb|deswegen|daran|darauf|darin|davon|dazu|dadurch|dort|hier|so|solche|trotzdem|dennoch|jedoch|allerdings|außerdem|zudem|zuerst|zunächst|schließlich|zuletzt|erstens|zweitens|drittens|zum beispiel|mit anderen worten|beide|andere|der andere|die andere|der zweite|die zweite|der dritte|die dritte|das gleiche|dasselbe|letztere)(?![\p{L}])|\b(oben|unten|genannt\w*|erwähnt\w*)\b|^\S+( \S+){0,2} später(?!\p{L})|^(\S+ ){1,4}(er|ihn|ihm)(?!\p{L})|\bsind es\b|^\S+ (ist|sind) (übrigens|also|deshalb)\b|\bdamit\b.{0,30}$/iu,
  leaning: /\b(diese[mnrs]?|dieselbe[mnrs]?|dies|dessen|deren|darum|so im|so am)\b|^(auch|der|die|das) /i,
  boilerplate:
    /(newsletter|abonnier|cookies|klicken sie|hier klicken|folgen sie uns|anmelden|registrier|teilen sie|in diesem (artikel|beitrag|text)|dieser (artikel|beitrag)|unsere[nr]? (leser|seite|shop|redaktion|partner)|werbung|anzeige|affiliate|provision|impressum|datenschutz|alle rechte vorbehalten|kommentar(e|en)?\b|quelle:|foto:|kostenlos herunterladen|jetzt kaufen|lesen sie|mehr zum thema)|\b(ich|mein|meine|meinen|mir|mich)\b(?![^„]*[“”])/i,
  stale:
    /(?<!\p{L})(gestern|morgen (früh|abend)|heute (morgen|abend|früh)|(letzte[nsr]?|vergangene[nsr]?|kommende[nsr]?|nächste[nsr]?|diese[nsrm]?) (woche|wochenende|monats?|jahre?s?|frühjahr|frühling|sommer|herbst|winter)|kürzlich|neulich|im vorjahr)(?!\p{L})/iu,
  advice:
    /\b(sollten?|muss|müssen|vermeiden|nie|niemals|immer|besser|am besten|mindestens|bevor|packen|prüfen|fahren|wählen|achten|reichen|hilft|lohnt)\b/i,
  narrative:
    /(?<!\p{L})(war|waren|hatte|hatten|kam|kamen|ging|gingen|wurde|wurden|fuhr|stand|sagte|begann|[Dd]amals|gab|fand|machte|wollte|konnte|musste|blieb|sah|saß|lag|(?!heute|letzte|alte|sollte|könnte|möchte|müsste|rechte|leichte|feuchte)\p{Ll}{3,}[^s]te)(?!\p{L})|(?<!\p{L})\p{Ll}{3,}ten(?= (sich|ihn|sie|es|ihm|die|der|das|den|einen)(?!\p{L}))/u,
  nounMarkers: wordSet('der die das'),
  memorable:
    /[„»]|\b(nie|niemals|immer|nichts|niemand|selten|nur|nicht .{3,70} sondern|mehr als|weniger als|löst|ändern?|wahrheit|einzige)\b/i,
  emptyHeading:
    /^(einleitung|fazit|zusammenfassung|überblick|zutaten|zubereitung|häufige fragen|faq|hintergrund|ausblick)$/i,
  quotes: ['„', '“'],
  capitalNouns: true,
  credit: 'Quelle: {title}',
  joinTitle: '{niche}: {hook}',
  tagPhrases: ['{niche} Tipps', '{niche} Liebe'],
  shortListHook: 'Gut zu wissen:',
  hooks: {
    insight: [
      'Gut zu wissen:',
      'Kleines Detail, große Wirkung:',
      'Für die Notizen:',
      'Leicht zu übersehen:',
      'Heute zum Thema {niche}:',
      'Eine nützliche Erinnerung:',
      'Das lohnt sich zu merken:',
    ],
    list: [
      '{niche}: {n} Dinge, die man wissen sollte',
      '{n} kleine Änderungen mit Wirkung',
      'Zum Merken: {n} Punkte',
      '{niche} in {n} Punkten',
      '{n} Ideen für diese Woche',
      'Für den Anfang: {n} Hinweise',
    ],
    notes: [
      '{niche}: {n} Dinge, die man wissen sollte',
      '{niche} in {n} Punkten',
      'Zum Merken: {n} Punkte',
      '{n} Notizen zum Thema {niche}',
    ],
    steps: [
      '{niche}, Schritt für Schritt',
      'So geht es in {n} Schritten',
      'Der Plan in {n} Schritten',
      'In dieser Reihenfolge:',
      'Eine einfache Routine in {n} Schritten',
    ],
    question: [
      'Habt ihr das schon gewusst?',
      'Kommt euch das bekannt vor?',
      'Ist euch das auch aufgefallen?',
      'Welche Erfahrung habt ihr gemacht?',
      'Hättet ihr es gewusst?',
    ],
    opinion: ['Stimmt ihr zu?', 'Geht es euch auch so?', 'Würdet ihr das unterschreiben?', 'Seht ihr das auch so?'],
    quote: [
      'Worte zum Aufheben:',
      'Zweimal lesen lohnt sich:',
      'Ein Satz zum Merken:',
      'Für Tage, an denen es zäh läuft:',
      'Das darf man wiederholen:',
    ],
    fact: ['Schon gewusst?', 'Eine Zahl zum Merken:', 'Fakt des Tages:', 'In Zahlen:', 'Die Zahlen dahinter:'],
    story: [
      'Eine kleine Geschichte:',
      'Stellt euch das vor:',
      'So war es:',
      'Eine Szene zum Weitererzählen:',
      'Aus dem Alltag:',
    ],
  },
  asks: {
    insight: [
      'Was würdet ihr ergänzen?',
      'Für später speichern.',
      'Schickt es jemandem, der es brauchen kann.',
      'Wie seht ihr das?',
      'Deckt sich das mit eurer Erfahrung?',
    ],
    list: [
      'Was probiert ihr zuerst?',
      'Liste speichern und ausprobieren.',
      'Welcher Punkt fehlt?',
      'Teilt sie mit jemandem, der gerade anfängt.',
      'Wie viele davon macht ihr schon?',
    ],
    notes: [
      'Welcher Punkt war neu für euch?',
      'Was würdet ihr ergänzen?',
      'Für später speichern.',
      'Welcher überrascht euch am meisten?',
    ],
    steps: [
      'Speichern und diese Woche ausprobieren.',
      'Welcher Schritt fällt euch am schwersten?',
      'Erzählt, wie es lief.',
      'Was würdet ihr anders machen?',
    ],
    question: ['Schreibt es in die Kommentare.', 'Ein Satz genügt.', 'Antworten gern hier drunter.', 'Was meint ihr?'],
    opinion: [
      'Sagt uns, warum.',
      'Ein Wort genügt.',
      'Wir wollen beide Seiten hören.',
      'Überzeugt uns in den Kommentaren.',
    ],
    quote: [
      'Wo habt ihr das schon erlebt?',
      'Für den Tag speichern, an dem ihr es braucht.',
      'Wer sollte das heute lesen?',
      'Teilt es, wenn es euch anspricht.',
    ],
    fact: [
      'Überrascht?',
      'Weitersagen an alle, die es nicht glauben würden.',
      'Hättet ihr es geschätzt?',
      'Zahl merken und weitersagen.',
    ],
    story: [
      'Erzählt eure Geschichte.',
      'Teilt sie mit jemandem, der sie mag.',
      'Woran erinnert euch das?',
      'Welcher Satz bleibt hängen?',
    ],
  },
  prompts: [
    {
      title: '{niche}: Was hättet ihr gern am Anfang gewusst?',
      body: 'Eure Antwort erspart jemandem vielleicht ein ganzes Jahr.',
    },
    {
      title: '{niche}: Welche Gewohnheit würdet ihr nie aufgeben?',
      body: 'Klein oder groß, üblich oder seltsam. Nennt sie und sagt, warum sie bleibt.',
    },
    {
      title: '{niche} in drei Worten, bitte.',
      body: 'Keine Sätze, keine Erklärungen. Die ersten drei, die euch einfallen.',
    },
    {
      title: '{niche}: Welchen Rat befolgt ihr nicht mehr?',
      body: 'Die Meinung zu ändern ist eine Kunst. Was habt ihr früher geglaubt, und was macht ihr heute?',
    },
    {
      title: 'Ergänzt den Satz: „{niche} hat mich gelehrt …“',
      body: 'Nehmt euch eine Minute Zeit. Die leisen Antworten sind oft die guten.',
    },
    {
      title: 'Zehn Minuten am Tag für {niche}: Wie nutzt ihr sie?',
      body: 'Echte Pläne aus echten Tagen, bitte. Perfekte Routinen braucht niemand.',
    },
    {
      title: 'Wer hat euch zum Thema {niche} gebracht?',
      body: 'Markiert die Person und sagt danke. Mehr ist heute nicht zu tun.',
    },
    {
      title: '{niche}: Woran arbeitet ihr diese Woche?',
      body: 'Schreibt es auf und kommt am Sonntag wieder, um zu erzählen, wie es lief.',
    },
    {
      title: '{niche}: Welche Frage wolltet ihr nie laut stellen?',
      body: 'Stellt sie jetzt. Alle haben einmal angefangen.',
    },
    {
      title: '{niche}: Was ist schwerer, als es aussieht?',
      body: 'Sammeln wir die ehrliche Liste, die in keiner Broschüre steht.',
    },
  ],
  lastSlide: { title: 'Für später speichern', body: 'Und erzählt, welcher Punkt neu für euch war.' },
};

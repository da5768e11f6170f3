import { type LanguagePack, wordSet } from './language-pack.ts';

export const spanish: LanguagePack = {
  language: 'es',
  stopwords: wordSet(`
    a al algo algunas algunos ante antes aquel aquella aquí así aún aunque bajo basta bien cada casi como cómo con contra cosa cosas cual
    cuál cuando cuándo cuanto da dan de debe deben del desde después donde dónde dos durante e el él ella ellas ellos en entre era eran es esa
    esas ese eso esos esta está están estas este esto estos fue fueron gran ha hace hacen hacer hacia han hasta hay la las le les lo los luego
    más me mejor menos mi mientras mis misma mismo mucha mucho muchos muy nada ni ninguno ningún no nos nosotros nuestra nuestro nunca o os otra
    otras otro otros para parte pero poca poco pocos por porque primer primera primero pronto pueda puede pueden pues que qué quien quién
    requiere sale se sea según ser si sí sido siempre sin sino sobre solo son su sus suyo también tan tanto te tener tiene tienen toda todas
    todavía todo todos tres tu tú tus un una unas uno unos va van varias varios día días semana semanas mes meses año años hora horas minuto minutos cuatro cinco seis veces mayoría gente personas ver vez y ya yo`),
  abbreviation: /(^|[\s(])(Sr|Sra|Srta|Dr|Dra|Prof|Ud|Uds|etc|p\. ?ej|aprox|núm|pág|EE|UU|D|Dª)\.$/i,
  dangling:
    /^[«“]?(sin embargo|esto|eso|este|esta|estos|estas|ese|esa|esos|esas|aquel|aquello|él|ella|ellos|ellas|pero|y|e|o|así|además|también|entonces|luego|después|por eso|por ello|por lo tanto|por tanto|por ejemplo|en cambio|de hecho|es decir|o sea|mientras tanto|finalmente|por último|primero|segundo|tercero|en primer lugar|en segundo lugar|por otro lado|por otra parte|ambos|ambas|otro|otra|el mismo|la misma|lo mismo|su|sus|ninguno de ellos|ninguna de ellas|tod[oa]s (deben|son|tienen|pueden))(?![\p{L}])|^\S+( \S+){0,2} (más tarde|después)(?!\p{L})|\b(más arriba|más abajo|mencionad[oa]s?)\b|\b(el|la) (segundo|segunda|tercer|tercera) (trampa|punto|paso|motivo)/iu,
  leaning: /\b(este|esta|estos|estas|ese|esa|esos|esas|ello)\b|\bel resto\b/i,
  boilerplate:
    /(suscr[ií]b|suscripción|boletín|newsletter|cookies|haz clic|pulsa aquí|síguenos|síguela|síguelo|compart(e|ir) (este|esta)|en este (artículo|post|texto)|este (artículo|post)|esta (guía|web|página)|afiliad|publicidad|patrocinad|derechos reservados|aviso legal|política de privacidad|comentarios|correo electrónico|descarga gratis|nuestr[oa]s? (lectores|tienda|web|boletín)|es ingenier[oa]|escribe sobre|autora? de|fotografía:)|\b(yo|mi|mis|me)\b(?![^«“]*[»”])/i,
  stale:
    /(?<!\p{L})(ayer|anoche|mañana por la|hoy mismo|la semana pasada|la (próxima semana|semana que viene)|el (mes|año) (pasado|que viene)|el próximo (mes|año)|est[ea] (año|semana|mes|verano|invierno|primavera|otoño)|recientemente|hace poco)(?!\p{L})/iu,
  advice:
    /\b(debe|deben|conviene|evita|evitar|nunca|siempre|mejor|al menos|antes de|empieza|elige|usa|riega|guarda|observa|deja|mete|gira|siembra|necesitan?)\b/i,
  narrative:
    /\b(fue|era|eran|había|tuvo|hizo|vino|empezó|hace (años|tiempo|\w+ años))\b|(?<=\p{L}{2})(ó|aron|ieron|aba|aban|ían)(?!\p{L})/iu,
  nounMarkers: wordSet('el la los las un una unos unas del de tu su sus con en para por al'),
  memorable:
    /[«“]|\b(nunca|siempre|nada|nadie|rara vez|solo|verdad|no .{3,60} sino|más que|menos que|cambia|vale la pena|es mejor)\b/i,
  emptyHeading:
    /^(introducción|conclusión|conclusiones|resumen|ingredientes|preguntas frecuentes|para terminar|antecedentes|notas)$/i,
  quotes: ['«', '»'],
  capitalNouns: false,
  credit: 'Fuente: {title}',
  joinTitle: '{niche}: {hook}',
  tagPhrases: ['consejos de {niche}', 'ideas de {niche}'],
  shortListHook: 'Conviene saberlo sobre {niche}:',
  hooks: {
    insight: [
      'Conviene saberlo:',
      'Un detalle que marca la diferencia:',
      'Para apuntar:',
      'Se olvida con facilidad:',
      'Un recordatorio útil:',
      'Hoy en {niche}:',
      'Vale la pena recordarlo:',
    ],
    list: [
      '{n} cosas que conviene saber sobre {niche}',
      '{n} pequeños cambios que se notan',
      'Guárdalo: {n} ideas sobre {niche}',
      '{niche} en {n} puntos',
      '{n} ideas para probar esta semana',
      'Para empezar: {n} apuntes',
    ],
    notes: [
      '{n} cosas que conviene saber sobre {niche}',
      '{niche} en {n} puntos',
      'Para guardar: {n} apuntes sobre {niche}',
      '{niche}: {n} datos para recordar',
    ],
    steps: [
      '{niche}, paso a paso',
      'Así se hace, en {n} pasos',
      'Tu plan en {n} pasos',
      'En este orden:',
      'Una rutina sencilla en {n} pasos',
    ],
    question: [
      '¿Lo sabías ya?',
      '¿Te suena?',
      '¿Lo habías notado?',
      '¿Cuál es tu experiencia?',
      '¿Lo habrías imaginado?',
    ],
    opinion: ['¿De acuerdo o no?', '¿Te pasa lo mismo?', '¿Lo firmarías?', '¿Lo ves igual?'],
    quote: [
      'Palabras para guardar:',
      'Merece leerse dos veces:',
      'Una frase para recordar:',
      'Para los días difíciles:',
      'Vale la pena repetirlo:',
    ],
    fact: ['¿Lo sabías?', 'Un dato para recordar:', 'El dato del día:', 'En cifras:', 'Los números de {niche}:'],
    story: [
      'Una pequeña historia:',
      'Imagina esto:',
      'Así ocurrió:',
      'Una escena que merece contarse:',
      'Hora de una historia:',
    ],
  },
  asks: {
    insight: [
      '¿Qué añadirías tú?',
      'Guárdalo para más tarde.',
      'Envíaselo a quien lo necesite.',
      '¿Cómo lo ves tú?',
      '¿Coincide con tu experiencia?',
    ],
    list: [
      '¿Cuál vas a probar primero?',
      'Guarda esta lista.',
      '¿Qué punto añadirías?',
      'Compártela con alguien que esté empezando.',
      '¿Cuántos haces ya?',
    ],
    notes: [
      '¿Qué punto era nuevo para ti?',
      '¿Qué añadirías tú?',
      'Guárdalo para más tarde.',
      '¿Cuál te sorprende más?',
    ],
    steps: [
      'Guárdalo y pruébalo esta semana.',
      '¿Qué paso te cuesta más?',
      'Cuéntanos cómo te fue.',
      '¿Qué harías de otra manera?',
    ],
    question: ['Responde en los comentarios.', 'Cuéntanos tu experiencia.', 'Basta con una frase.', '¿Qué opinas?'],
    opinion: [
      'Cuéntanos por qué.',
      'Basta con una palabra.',
      'Queremos oír las dos partes.',
      'Convéncenos en los comentarios.',
    ],
    quote: [
      '¿Cuándo lo has vivido tú?',
      'Guárdala para el día que haga falta.',
      '¿Quién debería leerla hoy?',
      'Compártela si te dice algo.',
    ],
    fact: ['¿Te sorprende?', 'Compártelo con quien no lo creería.', '¿Lo habrías adivinado?', 'Guarda este dato.'],
    story: [
      'Cuéntanos tu historia.',
      'Compártela con alguien a quien le guste.',
      '¿En qué te hace pensar?',
      '¿Con qué frase te quedas?',
    ],
  },
  prompts: [
    {
      title: '{niche}: ¿qué te habría gustado saber al principio?',
      body: 'Tu respuesta puede ahorrarle un año a alguien que empieza.',
    },
    {
      title: '{niche}: ¿qué costumbre no dejarías nunca?',
      body: 'Pequeña o grande, normal o rara. Escríbela y dinos por qué sigue contigo.',
    },
    {
      title: 'Describe {niche} en tres palabras.',
      body: 'Sin frases y sin explicaciones. Las tres primeras que se te ocurran.',
    },
    {
      title: '{niche}: ¿qué consejo ya no sigues?',
      body: 'Cambiar de opinión también se aprende. Cuéntanos qué creías antes y qué haces hoy.',
    },
    {
      title: 'Termina la frase: «{niche} me enseñó …»',
      body: 'Tómate un minuto antes de responder. Las respuestas tranquilas suelen ser las buenas.',
    },
    {
      title: 'Con diez minutos al día para {niche}, ¿qué harías?',
      body: 'Planes reales de días reales, por favor. Las rutinas perfectas no hacen falta.',
    },
    {
      title: '¿Quién te acercó a {niche}?',
      body: 'Menciona a esa persona y dale las gracias. Es la única tarea de hoy.',
    },
    {
      title: '{niche}: ¿en qué trabajas esta semana?',
      body: 'Escríbelo aquí y vuelve el domingo a contarnos cómo fue.',
    },
    {
      title: '{niche}: ¿qué pregunta te da vergüenza hacer?',
      body: 'Hazla ahora. Todo el mundo empezó alguna vez.',
    },
    {
      title: '{niche}: ¿qué es más difícil de lo que parece?',
      body: 'Hagamos la lista sincera que ningún folleto publicaría.',
    },
  ],
  lastSlide: { title: 'Guárdalo para más tarde', body: 'Y cuéntanos qué punto era nuevo para ti.' },
};

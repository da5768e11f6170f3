import type { LanguageData } from './language-data.ts';

export const spanish = {
  tag: 'es',
  stopwords: `
    a al algo algunas algunos ante antes aquel aquella aquí así aún aunque bajo basta bien cada casi como cómo con
    contra cosa cosas cual cuál cuando cuándo cuanto da dan de debe deben del desde después donde dónde dos durante e
    el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este esto estos fue fueron
    gran ha hace hacen hacer hacia han hasta hay la las le les lo los luego más me mejor menos mi mientras mis misma
    mismo mucha mucho muchos muy nada ni ninguno ningún no nos nosotros nuestra nuestro nunca o os otra otras otro
    otros para parte pero poca poco pocos por porque primer primera primero pronto pueda puede pueden pues que qué
    quien quién requiere sale se sea según ser si sí sido siempre sin sino sobre solo son su sus suyo también tan
    tanto te tener tiene tienen toda todas todavía todo todos tres tu tú tus un una unas uno unos va van varias varios
    día días semana semanas mes meses año años hora horas minuto minutos cuatro cinco seis veces mayoría gente
    personas ver vez y ya yo veinte treinta cuarenta cincuenta cien mil euros pesos gramos grados litros kilómetros`,
  abbreviations: 'Sr|sr|Sra|sra|Srta|srta|Dr|dr|Dra|dra|Prof|prof|Ud|ud|Uds|uds|etc|p. ej|aprox|núm|pág|EE|UU|D|Dª',
  dangling: {
    start: `
      si (ocurre|pasa|sucede)|sin embargo|esto|eso|este|esta|estos|estas|ese|esa|esos|esas|aquel|aquello|él|ella|ellos
      ellas|pero|y|e|o|así|además|también|entonces|luego|después|por eso|por ello|por lo tanto|por tanto|por ejemplo
      en cambio|de hecho|es decir|o sea|mientras tanto|finalmente|por último|primero|segundo|tercero|en primer lugar
      en segundo lugar|por otro lado|por otra parte|ambos|ambas|otro|otra|el mismo|la misma|lo mismo|su|sus
      ninguno de ellos|ninguna de ellas|tod[oa]s (deben|son|tienen|pueden)`,
    words: '(dice|explica|cuenta|recuerda|dijo) (él|ella)|más arriba|más abajo|mencionad[oa]s?',
    patterns: [
      /^\S+( \S+){0,2} (más tarde|después)(?!\p{L})/iu,
      /(?<!\p{L})(el|la) (segundo|segunda|tercer|tercera) (trampa|punto|paso|motivo)/iu,
    ],
  },
  leaning: 'el doble(?! (de|que))|este|esta|estos|estas|ese|esa|esos|esas|ello|el resto',
  boilerplate: {
    parts: `
      suscr[ií]b|suscripción|boletín|newsletter|cookies|haz clic|pulsa aquí|síguenos|síguela|síguelo
      compart(e|ir) (este|esta)|en este (artículo|post|texto)|este (artículo|post)|esta (guía|web|página)|afiliad
      publicidad|patrocinad|derechos reservados|aviso legal|política de privacidad|comentarios|correo electrónico
      descarga gratis|nuestr[oa]s? (lectores|tienda|web|boletín)|es ingenier[oa]|escribe sobre|autora? de|fotografía:`,
  },
  firstPerson: 'yo|mi|mis|me',
  stale: `
    ayer|anoche|mañana por la|hoy mismo|la semana pasada|la (próxima semana|semana que viene)
    el (mes|año) (pasado|que viene)|el próximo (mes|año)|est[ea] (año|semana|mes|verano|invierno|primavera|otoño)
    recientemente|hace poco`,
  advice: {
    start: 'nunca|no(?= )',
    words: `
      debe|deben|conviene|es mejor|funcionan? mejor|mejor que|al menos|antes de|hay que|vale la pena|necesitan|evita
      evitar`,
    patterns: [
      /(^|[:;,] | y )(empieza|elige|usa|riega|guarda|observa|deja|mete|gira|siembra|suma|revisa|cancela|compra)\b/iu,
      /(^|[:;,] | y )(baja|espera|anota|divide|lleva|dale)\b/iu,
    ],
  },
  narrative: {
    words: `
      fue|era|eran|había|tuvo|hizo|vino|empezó|tenía|quería|decía|hacía|vivía|podía|sabía|hace (años|tiempo|\\w+ años)`,
    patterns: [/(?<=\p{L}{2})(ó|aron|ieron|aba|aban|ían)(?!\p{L})/iu],
  },
  memorable: `
    nunca|siempre|nada|nadie|rara vez|solo|verdad|no .{3,60} sino|más que|menos que|cambia|vale la pena|es mejor`,
  emptyHeadings: `
    y ahora qué|qué viene ahora|introducción|conclusión|conclusiones|resumen|ingredientes|preguntas frecuentes
    para terminar|antecedentes|notas`,
  nounMarkers: 'el la los las un una unos unas del de tu su sus con en para por al',
  nounsFirst: true,
  infinitives: '[aei]r',
  beforePlaces: 'en',
  templateNames: {
    quote: 'citas?|frases?|motivaci[oó]n~|inspiraci[oó]n~',
    how_to: 'paso a paso|tutorial(es)?|c[oó]mo hacer|guía',
    tips: 'consejos?|trucos?|listas?|carrusel~',
    question: 'preguntas?|encuestas?|debates?',
    facts: 'datos?|hechos|sab[ií]as que|números?',
    opinion: 'opini[oó]n|opiniones|punto de vista',
    insight: 'reflexi[oó]n|reflexiones|aprendizajes?|perspectivas?|entre bastidores|detr[aá]s de escena',
    story: 'historias?|relatos?|anécdotas?',
  },
  quotes: ['«', '»'],
  credit: 'Fuente: {title}',
  joinTitle: '{niche}: {hook}',
  tagPhrases: ['consejos de {niche}', 'ideas de {niche}'],
  shortListHook: 'Conviene saberlo sobre {niche}:',
  hooks: {
    figure: '¿Lo sabías?|Una cifra para recordar:|En cifras:|La cifra del día:|Con números se entiende mejor:',
    tip: `
      Consejo del día:|Prueba esto:|Merece la pena probarlo:|Un pequeño cambio:|Para ponerlo en práctica:
      Un consejo para guardar:`,
    insight: `
      Conviene saberlo:|Un detalle que marca la diferencia:|Para apuntar:|Se olvida con facilidad:
      Un recordatorio útil:|Hoy en {niche}:|Vale la pena recordarlo:`,
    list: `
      {n} cosas que conviene saber sobre {niche}|{n} pequeños cambios que se notan|Guárdalo: {n} ideas sobre {niche}
      {niche} en {n} puntos|{n} ideas para probar esta semana|Para empezar: {n} apuntes`,
    notes: `
      {n} cosas que conviene saber sobre {niche}|{niche} en {n} puntos|Para guardar: {n} apuntes sobre {niche}
      {niche}: {n} datos para recordar|{n} apuntes para guardar|{n} cosas para recordar`,
    steps: `
      {niche}, paso a paso|Así se hace, en {n} pasos|Tu plan en {n} pasos|En este orden:
      Una rutina sencilla en {n} pasos|Para guardar: {n} pasos`,
    question: `
      ¿Lo sabías ya?|¿Te suena?|¿Lo habías notado?|¿Cuál es tu experiencia?|¿Lo habrías imaginado?
      ¿Lo habías pensado alguna vez?|¿Qué te parece?`,
    opinion: `
      ¿De acuerdo o no?|¿Te pasa lo mismo?|¿Lo firmarías?|¿Lo ves igual?|¿Exagerado o acertado?|¿Tú qué dirías?`,
    quote: `
      Palabras para guardar:|Merece leerse dos veces:|Una frase para recordar:|Para los días difíciles:
      Vale la pena repetirlo:`,
    fact: '¿Lo sabías?|El dato del día:|Para contarlo en la cena:|No todo el mundo lo sabe:|Un dato curioso:',
    story: 'Una pequeña historia:|Imagina esto:|Así ocurrió:|Una escena que merece contarse:|Hora de una historia:',
  },
  callsToAction: {
    figure: '¿Te sorprende?|Compártelo con quien no lo creería.|¿Lo habrías adivinado?|Guarda esta cifra.',
    tip: `
      Pruébalo y cuéntanos cómo te fue.|Guárdalo para más tarde.|¿Lo haces ya?|Envíaselo a quien lo necesite.
      ¿Qué te funciona a ti?`,
    insight: `
      ¿Qué añadirías tú?|Guárdalo para más tarde.|Envíaselo a quien lo necesite.|¿Cómo lo ves tú?
      ¿Coincide con tu experiencia?`,
    list: `
      ¿Cuál vas a probar primero?|Guarda esta lista.|¿Qué punto añadirías?|Compártela con alguien que esté empezando.
      ¿Cuántos haces ya?`,
    notes: '¿Qué punto era nuevo para ti?|¿Qué añadirías tú?|Guárdalo para más tarde.|¿Cuál te sorprende más?',
    steps: `
      Guárdalo y pruébalo esta semana.|¿Qué paso te cuesta más?|Cuéntanos cómo te fue.|¿Qué harías de otra manera?`,
    question: 'Responde en los comentarios.|Cuéntanos tu experiencia.|Basta con una frase.|¿Qué opinas?',
    opinion: 'Cuéntanos por qué.|Basta con una palabra.|Queremos oír las dos partes.|Convéncenos en los comentarios.',
    quote: `
      ¿Cuándo lo has vivido tú?|Guárdala para el día que haga falta.|¿Quién debería leerla hoy?
      Compártela si te dice algo.`,
    fact: '¿Lo sabías ya?|Compártelo con quien no lo creería.|¿Lo habrías adivinado?|¿Qué dato deberíamos conocer?',
    story: `
      Cuéntanos tu historia.|Compártela con alguien a quien le guste.|¿En qué te hace pensar?
      ¿Con qué frase te quedas?`,
  },
  prompts: {
    quote: {
      '{niche} en tres palabras.': 'Sin frases y sin explicaciones. Las tres primeras que se te ocurran.',
      '{niche}, termina la frase: «Lo que más me costó entender es …»':
        'Tómate un minuto antes de responder. Las respuestas tranquilas suelen ser las buenas.',
      '{niche}: ¿qué frase se te quedó grabada?':
        'De un libro, de una profesora, de un amigo. Escríbela aquí y di de quién es.',
    },
    tips: {
      '{niche}: ¿cuál es tu mejor consejo, en una frase?':
        'Corto para recordarlo, bueno para compartirlo. Los comentarios son la lista.',
      '{niche}: ¿qué le dirías a quien empieza hoy?':
        'Un consejo por persona. Juntos hacen la guía que a todos nos habría gustado tener.',
      '{niche}: ¿qué es lo que más tiempo te ahorra?':
        'Una herramienta, un orden, un truco. Di uno, para que otros lo prueben esta semana.',
    },
    how_to: {
      '{niche}, diez minutos al día: ¿qué harías?':
        'Planes reales de días reales, por favor. Las rutinas perfectas no hacen falta.',
      '{niche}: ¿en qué trabajas esta semana?': 'Escríbelo aquí y vuelve el domingo a contarnos cómo fue.',
      '{niche}: ¿cómo lo haces tú, paso a paso?':
        'Primero, segundo, tercero. Escríbelo como se lo explicarías a un amigo.',
    },
    question: {
      '{niche}: ¿qué te habría gustado saber al principio?':
        'Tu respuesta puede ahorrarle un año a alguien que empieza.',
      '{niche}: ¿qué pregunta te da vergüenza hacer?': 'Hazla ahora. Todo el mundo empezó alguna vez.',
    },
    opinion: {
      '{niche}: ¿qué costumbre no dejarías nunca?':
        'Pequeña o grande, normal o rara. Escríbela y dinos por qué sigue contigo.',
      '{niche}: ¿qué consejo ya no sigues?':
        'Cambiar de opinión también se aprende. Cuéntanos qué creías antes y qué haces hoy.',
      'Opiniones impopulares sobre {niche}, por favor.':
        'Di lo que piensas de verdad, con amabilidad para quien lo vea de otra manera.',
      '{niche}: ¿qué está sobrevalorado y qué no se valora lo suficiente?':
        'Una cosa de cada. Se agradecen las razones.',
    },
    facts: {
      '{niche}: ¿qué es más difícil de lo que parece?': 'Hagamos la lista sincera que ningún folleto publicaría.',
      '{niche}: ¿qué dato sorprende a todo el mundo?': 'Cuéntanos qué sabes y dónde lo aprendiste.',
      '{niche}: ¿en qué se equivoca casi todo el mundo?': 'Di cuál es el mito y corrígelo en los comentarios.',
    },
    story: {
      '{niche}: ¿quién te contagió las ganas?': 'Menciona a esa persona y dale las gracias. Es la única tarea de hoy.',
      '{niche}: ¿cuál es tu mejor anécdota?': 'Divertida, orgullosa o dolorosa. Bastan cinco frases.',
      '{niche}: ¿cómo empezó todo para ti?': 'Una casualidad, un regalo, un domingo de lluvia. Cuéntanos el principio.',
    },
  },
  lastSlide: { title: 'Guárdalo para más tarde', body: 'Y cuéntanos qué punto era nuevo para ti.' },
} satisfies LanguageData;

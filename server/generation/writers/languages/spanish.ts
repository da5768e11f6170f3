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
  leaning: {
    start: `
      (el|la|los|las) (resultado|resultados|efecto|efectos|motivo|razón|razones|diferencia|plan|proyecto|empresa|equipo
      grupo|estudio|informe|autores|respuesta|pregunta|idea|problema|regla|método|familia|mujer|hombre|edificio|casa
      decisión|medida|excepción|precio|coste|costo|obras|oposición|asociación|marca|demás|resto|segund[oa]|tercer[oa]?
      nuev[oa]s?|otr[oa]s?)(?= )
      es|era|fue|son|eran|está|están|estaba|tiene|tienen|tenía|puede|pueden|se|le|les|lo(?! (que|más|mejor|peor|primero|importante|bueno|malo|normal|ideal|barato|único|habitual))|los (?=\\p{L}+(an|en|ó|aron|ieron)(?!\\p{L}))
      tampoco|de todos modos|aun así|quizá|tal vez|a cambio|para ello|por el camino|gracias a (ello|ellos|ellas)|al final
      en ellos|en ellas|en él|en ella|a algun[oa]s (les|personas les)|quienes los|no todos (están|son|lo)|no les
      algun[oa]s (son|están|tienen|lo)|muchos (son|están|lo)|desde entonces|desde sus|como|parece|aguanta|cuesta|suele`,
    words: `
      el doble(?! (de|que))|est[ea]|est[oa]s|es[ea]|es[oa]s|esto|eso|ello|ell[oa]s|ella|él|aquel|aquella|aquell[oa]s
      el resto|también|además|tampoco|sin embargo|en cambio|entonces|así(?! que)|luego|por eso|por tanto|después(?! de)
      ambos|ambas|el mismo|la misma|los mismos|las mismas|los demás|las demás|los otros|las otras|del mismo|allí|ahí
      tanto(?! .{1,40}como)|aquí|antes(?=[.,])|dicho|dicha`,
    patterns: [/^(\S+ ){0,5}(su|sus)(?!\p{L})/iu, /^\p{L}+(ó|aron|ieron|aba|aban|ía|ían)(?!\p{L})/iu],
  },
  boilerplate: {
    parts: `
      suscr[ií]b|suscripción|boletín|newsletter|cookies|haz clic|pulsa aquí|síguenos|síguela|síguelo
      compart(e|ir) (este|esta)|en este (artículo|post|texto)|este (artículo|post)|esta (guía|web|página)|afiliad
      publicidad|patrocinad|derechos reservados|aviso legal|política de privacidad|comentarios|correo electrónico
      descarga gratis|nuestr[oa]s? (lectores|tienda|web|boletín)|es ingenier[oa]|escribe sobre|autora? de|fotografía:`,
  },
  firstPerson: `
    yo|mi|mis|me|mí|conmigo|mí[oa]s?|he|hemos|habíamos|nos|nosotr[oa]s|nuestr[oa]s?|llevo|tengo|creo|hago|voy|soy|estoy
    recomiendo|recuerdo|prefiero|puedo|quiero|sé|iba
    (?!(últi|míni|máxi|próxi|anóni|legíti|pési|ópti|déci|maríti|ínti|extre|présta|tra|ra|mis|pri|raci|re|supre|térmi|cli|siste|proble|te|progra|reclá|esque)mos(?!\\p{L}))\\p{L}+(a|e|i|á|é|í)mos
    (?!(caf|porqu|qu|t|comit|beb|chal|pur|pat|jos|est|d|s|clich|carn)é(?!\\p{L}))\\p{L}{2,}é`,
  definite: /^(?:el|la|los|las) (\p{L}{4,})(?! de)/iu,
  announcing: {
    start: 'así (lo|la)|veamos|he aquí|est[oa]s son',
    words: `
      lo siguiente|l[oa]s siguientes|a continuación
      (dos|tres|cuatro|cinco|seis|varias?|varios) (cosas|razones|pasos|formas|puntos|consejos|reglas|errores|motivos)`,
  },
  reported: {
    subject: [
      [/^analizamos(?!\p{L})/iu, 'los autores analizaron'],
      [/^(estudi|compar|encuest|observ|entrevist)amos(?!\p{L})/iu, 'los autores $1aron'],
      [
        /^hemos (analizado|estudiado|comparado|encuestado|observado|medido|entrevistado)(?!\p{L})/iu,
        'los autores han $1',
      ],
    ],
    rest: [
      [/(?<!\p{L})nuestr[oa](?!\p{L})/gu, 'su'],
      [/(?<!\p{L})nuestr[oa]s(?!\p{L})/gu, 'sus'],
    ],
  },
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
    para terminar|antecedentes|notas|preparación|elaboración|secretos|trucos|consejos|paso a paso|qué necesitas
    conservación|materiales`,
  nounMarkers: 'el la los las un una unos unas del de tu su sus con en para por al',
  nounsFirst: true,
  infinitives: '[aei]r',
  beforePlaces: 'en',
  quotes: ['«', '»'],
  credit: 'Fuente: {title}',
  fromTitle: 'De «{title}»:',
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
} satisfies LanguageData;

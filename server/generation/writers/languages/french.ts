import type { LanguageData } from './language-data.ts';

/** The spaces before double punctuation become non-breaking when a phrase is filled in. */
export const french = {
  tag: 'fr',
  stopwords: `
    à a afin ai ainsi alors après assez au aucun aucune aujourd aussi autant autre autres aux avant avec avez avoir
    avons beaucoup bien bon bonne c car ce ceci cela celle celles celui ces cet cette ceux chaque chez chose choses
    comme comment contre d dans de deux dehors déjà depuis dernier dernière des dès devant doit doivent donc dont du
    elle elles en encore entre es est et étaient était été être eu eux faire fait fois font grand grande hui huit il
    ils j jamais je jour jours jusqu juste l la laisser le les leur leurs lors lorsqu lui m ma mais mal même mêmes mes
    met mettre mieux moins mois mon moment n ne ni nos notre nous ou où par parce parfois part pas pendant personne
    personnes peu peut peuvent plus plusieurs plutôt pour pourquoi premier première près presque puis puisqu qu quand
    que quel quelle quelles quelque quelques qui quoi rien s sa sans se selon sera ses seul seule si sinon six soi
    soit son sont sous souvent suffit sur ta tant tel telle tes toi ton toujours tous tout toute toutes très trois
    trop tu un une va vers veut voici voilà vos votre vous vraiment vrai y an ans année années semaine semaines heure
    heures minute minutes temps cent dix cinq quatre sept neuf moitié gens façon sorte partie vingt trente quarante
    cinquante mille euros grammes degrés litres kilomètres`,
  abbreviations: 'M|MM|Mme|Mlle|Dr|Pr|Me|St|Ste|etc|env|ex|p. ex|av|apr|J.-C|cf|n°|vol|art|éd|tél',
  dangling: {
    start: `
      cependant|pourtant|toutefois|néanmoins|mais|et|ou|or|car|donc|ainsi|alors|puis|ensuite|enfin|aussi|de plus
      en outre|par ailleurs|par contre|en revanche|au contraire|par conséquent|du coup|c['’]est|ce n['’]est|cela|ceci
      ça|ce|cet|cette|ces|celui|celle|ceux|celles|il (est|a|reste|suffit de le|se|faut (le|la|les))|elle|elles|ils
      leur|leurs|son|sa|ses|lui|par exemple|autrement dit|en effet|d['’]abord|premièrement|deuxièmement
      en premier lieu|d['’]autre part|l['’]autre|les autres|un autre|une autre|les deux|tous deux|ici|là|sinon
      aucun d['’]eux|la même|le même|les mêmes`,
    words: `
      ci-dessus|ci-dessous|plus haut|plus bas|précédent|précitée?s?|mentionnée?s?
      (le|la) (deuxième|troisième|seconde?|dernière)`,
    patterns: [/^\S+( \S+){0,2} (plus tard|après)(?!\p{L})/iu, /[,»] (dit|explique|ajoute|précise)-t?-?(il|elle)/iu],
  },
  leaning: {
    start: `
      (le|la) reste(?= )|(le|la|les|l['’]) ?(effet|effets|résultat|résultats|raison|différence|projet|entreprise|équipe
      groupe|étude|rapport|auteurs|réponse|question|idée|problème|règle|méthode|famille|femme|homme|bâtiment|maison
      décision|mesure|exception|prix|coût|travaux|opposition|association|marque|septième|plupart (sont|ont|le))(?!\\p{L})
      à son|à sa|à leur|à elle seule|de là|même|tout cela|on l['’]|si l['’]une?|sinon|certaines? (sont|ont|le|la|les)
      dans ce cas|en revanche|d['’]autres`,
    words: `
      aussi(?! (bien|longtemps|souvent|vite|grand|petit).{1,40} que)|y(?! (a|compris|avait|avoir))|cette|cet|ces|celui-ci|celle-ci
      ceux-ci|celles-ci|en fait|ensuite|donc|pourtant|cependant|toutefois|également|en revanche|au contraire|alors|depuis lors
      ainsi(?! que)|puis|finalement|par conséquent|autant|l['’]autre|les autres|la même|le même|les mêmes|cela|ça|elles?
      ils|lui|eux|n['’]en|l['’]en|s['’]en|en (est|sont|a|ont|reste)|celui de|celle de|là(?!-)|ici`,
    patterns: [
      /^[^,]{0,40}(?<!\p{L})(leurs?|ses|sa|son)(?!\p{L})/iu,
      /(?<!\p{L})ce (?!qu|dont|n['’]est pas)\p{Ll}/iu,
      /^il (?!y|faut|existe|suffit|vaut|fait|est (possible|important|inutile|conseillé|recommandé|préférable))/iu,
    ],
  },
  boilerplate: {
    parts: `
      abonne[zr]|abonnement|notre newsletter|infolettre|cookies?|cliqu|inscri(re|vez|ption)|suivez
      partage[zr] (cet|ce|cette)|dans cet article|cet article|ce guide|ce site
      notre (site|boutique|équipe|newsletter|rédaction)|nos (lecteurs|lectrices|partenaires)|affili|publicité
      sponsoris|partenariat|droits réservés|mentions légales|confidentialité|commentaires?|courriel|télécharge
      photo(graphie)? ?:|crédit|lire aussi|sommaire|rédactrice|journaliste|autrice de|auteur de`,
  },
  firstPerson: "je|j['’]\\p{L}+|m['’]\\p{L}+|me|mon|ma|mes|moi|nous|notre|nos|nôtres?",
  definite: /^(?:le |la |les |l['’])(\p{L}{4,})(?! d)/iu,
  announcing: {
    start: 'voici|voilà',
    words: `
      (les|la|le) suivante?s?|comme suit
      (deux|trois|quatre|cinq|six|plusieurs) (choses|raisons|étapes|façons|points|conseils|règles|erreurs)`,
  },
  reported: {
    subject: [
      [
        /^nous avons (interrogé|analysé|étudié|mesuré|comparé|examiné|suivi|compté|observé|recueilli|testé)(?!\p{L})/iu,
        'les auteurs ont $1',
      ],
    ],
    rest: [
      [/(?<!\p{L})notre(?!\p{L})/gu, 'leur'],
      [/(?<!\p{L})nos(?!\p{L})/gu, 'leurs'],
    ],
  },
  stale: `
    hier|demain|aujourd['’]hui même|la semaine (dernière|prochaine)|le mois (dernier|prochain)|cette (année|semaine)
    ce (mois|week-end|printemps|matin|soir)|cet (été|hiver|automne)|l['’]an (dernier|prochain)|récemment`,
  advice: {
    words: 'doit|doivent|faut|éviter?|évitez|mieux vaut|vaut mieux|au moins|suffit|suffisent|conseil~|recommand~',
    patterns: [/^(?:ne )?\p{L}{2,}ez(?!\p{L})/iu, /[,;:] (?:puis )?\p{L}{3,}ez(?!\p{L})/iu],
  },
  narrative: {
    words: 'était|étaient|avait|avaient|fut|furent|vint|prit|a commencé|il y a',
    patterns: [
      /(?<!\p{L})(a|ont) \p{L}+(é|i|it|u)(?!\p{L})/iu,
      /(?<!\p{L})(est|sont) (venu|né|parti|arrivé|resté|devenu|mort)/iu,
      /\p{L}{2}(aient|èrent)(?!\p{L})/iu,
    ],
  },
  memorable: `
    jamais|toujours|rien|personne|rarement|seul|vraie?|vérité|plus .{3,40} que|moins .{3,40} que|ne .{3,60} que
    pas .{3,60} mais|vaut mieux|change`,
  emptyHeadings: `
    et maintenant|et après|introduction|conclusion|en bref|en résumé|résumé|sommaire|ingrédients|préparation|matériel
    foire aux questions|faq|pour finir|pour conclure|contexte|notes|nos astuces|astuces|mes astuces|bon à savoir|conseils
    conservation|réalisation|les étapes|étape par étape|ce qu['’]il vous faut|il vous faut`,
  nounMarkers: `
    le la les l un une des du de d au aux en sur pour par avec votre vos son sa ses leur leurs`,
  nounsFirst: true,
  infinitives: '[aei]r|oir|dre',
  beforePlaces: 'à|en',
  quotes: ['«\u00a0', '\u00a0»'],
  credit: 'Source\u00a0: {title}',
  fromTitle: 'Extrait de «\u00a0{title}\u00a0»\u00a0:',
  prompts: {
    quote: {
      '{niche} en trois mots, s’il vous plaît.': 'Pas de phrases, pas d’explications. Les trois premiers qui viennent.',
      '{niche}, complétez la phrase : « Ce que j’ai mis longtemps à comprendre, c’est … »':
        'Prenez une minute avant de répondre. Les réponses calmes sont souvent les bonnes.',
      '{niche} : quelle phrase vous est restée ?':
        'Tirée d’un livre, d’un cours, d’une conversation. Écrivez-la ici, et dites de qui elle est.',
    },
    tips: {
      '{niche} : quel est votre meilleur conseil, en une phrase ?':
        'Assez court pour s’en souvenir, assez bon pour le transmettre. La liste se fait en commentaire.',
      '{niche} : que diriez-vous à quelqu’un qui commence ?':
        'Un conseil par personne. Ensemble, ils font le guide que tout le monde aurait aimé avoir.',
      '{niche} : qu’est-ce qui vous fait gagner le plus de temps ?':
        'Un outil, un ordre, une astuce. Donnez-en une, pour que d’autres l’essaient.',
    },
    how_to: {
      '{niche}, dix minutes par jour : qu’en feriez-vous ?':
        'De vrais plans de vrais jours. Les routines parfaites ne servent à personne.',
      '{niche} : sur quoi travaillez-vous cette semaine ?':
        'Écrivez-le ici, puis revenez dimanche nous raconter la suite.',
      '{niche} : comment faites-vous, étape par étape ?':
        'D’abord, ensuite, enfin. Écrivez-le comme vous l’expliqueriez à un ami.',
    },
    question: {
      '{niche} : qu’auriez-vous aimé savoir au début ?':
        'Votre réponse fera peut-être gagner un an à quelqu’un qui commence.',
      '{niche} : quelle question n’avez-vous jamais osé poser ?':
        'Posez-la maintenant. Tout le monde a commencé un jour.',
    },
    opinion: {
      '{niche} : quelle habitude ne lâcheriez-vous jamais ?':
        'Petite ou grande, banale ou étrange. Dites-nous laquelle, et pourquoi elle reste.',
      '{niche} : quel conseil ne suivez-vous plus ?':
        'Changer d’avis, cela s’apprend. Que croyiez-vous avant, et que faites-vous maintenant ?',
      '{niche} : vos avis impopulaires, s’il vous plaît.':
        'Dites ce que vous pensez vraiment, avec douceur pour ceux qui voient les choses autrement.',
      '{niche} : qu’est-ce qui est surestimé, et qu’est-ce qui est sous-estimé ?':
        'Un exemple de chaque. Les raisons sont les bienvenues.',
    },
    facts: {
      '{niche} : qu’est-ce qui est plus dur qu’il n’y paraît ?':
        'Faisons la liste honnête qu’aucune brochure n’imprimerait.',
      '{niche} : quel fait surprend tout le monde ?': 'Dites-nous ce que vous savez, et où vous l’avez appris.',
      '{niche} : sur quoi presque tout le monde se trompe-t-il ?': 'Nommez l’idée reçue et corrigez-la en commentaire.',
    },
    story: {
      '{niche} : qui vous a donné envie de commencer ?':
        'Identifiez cette personne et dites-lui merci. Rien d’autre à faire pour le moment.',
      '{niche} : quelle est votre plus belle histoire ?': 'Drôle, fière ou douloureuse. Cinq phrases suffisent.',
      '{niche} : comment tout a-t-il commencé pour vous ?':
        'Un hasard, un cadeau, un dimanche de pluie. Racontez-nous le début.',
    },
  },
} satisfies LanguageData;

import { type LanguagePack, wordSet } from './language-pack.ts';
import { frenchPrompts } from './prompts/french.ts';

/** The spaces before double marks are made unbreakable when a phrase is filled in. */
export const french: LanguagePack = {
  language: 'fr',
  stopwords: wordSet(`
    à a afin ai ainsi alors après assez au aucun aucune aujourd aussi autant autre autres aux avant avec avez avoir avons beaucoup bien bon
    bonne c car ce ceci cela celle celles celui ces cet cette ceux chaque chez chose choses comme comment contre d dans de deux dehors déjà
    depuis dernier dernière des dès devant doit doivent donc dont du elle elles en encore entre es est et étaient était été être eu eux faire
    fait fois font grand grande hui huit il ils j jamais je jour jours jusqu juste l la laisser le les leur leurs lors lorsqu lui m ma mais
    mal même mêmes mes met mettre mieux moins mois mon moment n ne ni nos notre nous ou où par parce parfois part pas pendant personne
    personnes peu peut peuvent plus plusieurs plutôt pour pourquoi premier première près presque puis puisqu qu quand que quel quelle quelles
    quelque quelques qui quoi rien s sa sans se selon sera ses seul seule si sinon six soi soit son sont sous souvent suffit sur ta tant tel
    telle tes toi ton toujours tous tout toute toutes très trois trop tu un une va vers veut voici voilà vos votre vous vraiment vrai y an ans
    année années semaine semaines heure heures minute minutes temps cent dix cinq quatre sept neuf moitié gens façon sorte partie vingt trente quarante cinquante mille euros grammes degrés litres kilomètres`),
  abbreviation: /(^|[\s(])(M|MM|Mme|Mlle|Dr|Pr|Me|St|Ste|etc|env|ex|p\. ?ex|av|apr|J\.-C|cf|n°|vol|art|éd|tél)\.$/,
  dangling:
    /^[«“]? ?(cependant|pourtant|toutefois|néanmoins|mais|et|ou|or|car|donc|ainsi|alors|puis|ensuite|enfin|aussi|de plus|en outre|par ailleurs|par contre|en revanche|au contraire|par conséquent|du coup|c['’]est (pourquoi|ainsi|là)|c['’]est|ce n['’]est|cela|ceci|ça|ce|cet|cette|ces|celui|celle|ceux|celles|il (est|a|reste|suffit de le|se|faut (le|la|les))|elle|elles|ils|leur|leurs|son|sa|ses|lui|par exemple|autrement dit|en effet|d['’]abord|premièrement|deuxièmement|en premier lieu|d['’]autre part|l['’]autre|les autres|un autre|une autre|les deux|tous deux|ici|là|sinon|aucun d['’]eux|la même|le même|les mêmes)(?!\p{L})|^\S+( \S+){0,2} (plus tard|après)(?!\p{L})|(?<!\p{L})(ci-dessus|ci-dessous|plus haut|plus bas|précédent|précitée?s?|mentionnée?s?)(?!\p{L})|(?<!\p{L})(le|la) (deuxième|troisième|seconde?|dernière)(?!\p{L})|[,»] (dit|explique|ajoute|précise)-t?-?(il|elle)/iu,
  leaning:
    /(?<!\p{L})(aussi|y (?!a|compris)|cette|cet|celui-ci|celle-ci|ceux-ci|ces (derniers|dernières)|y compris|en fait)(?!\p{L})|^(le|la) reste\s/iu,
  boilerplate:
    /(abonne[zr]|abonnement|newsletter|infolettre|cookies?|cliqu|inscri(re|vez|ption)|suivez|partage[zr] (cet|ce|cette)|dans cet article|cet article|ce guide|ce site|notre (site|boutique|équipe|newsletter|rédaction)|nos (lecteurs|lectrices|partenaires)|affili|publicité|sponsoris|partenariat|droits réservés|mentions légales|confidentialité|commentaires?|courriel|télécharge|photo(graphie)? ?:|crédit|lire aussi|sommaire|rédactrice|journaliste|autrice de|auteur de)|(?<!\p{L})(je|j['’]|mon|ma|mes|moi)(?![\p{L}])(?![^«]*»)/iu,
  stale:
    /(?<!\p{L})(hier|demain|aujourd['’]hui même|la semaine (dernière|prochaine)|le mois (dernier|prochain)|cette (année|semaine)|ce (mois|week-end|printemps|matin|soir)|cet (été|hiver|automne)|l['’]an (dernier|prochain)|récemment)(?!\p{L})/iu,
  advice:
    /(?<!\p{L})(doit|doivent|faut|éviter?|évitez|mieux vaut|vaut mieux|au moins|suffit|suffisent|conseil\p{L}*|recommand\p{L}*)(?!\p{L})|^(?:ne )?\p{L}{2,}ez(?!\p{L})|[,;:] (?:puis )?\p{L}{3,}ez(?!\p{L})/iu,
  narrative:
    /(?<!\p{L})(était|étaient|avait|avaient|fut|furent|vint|prit|a commencé|il y a)(?!\p{L})|(?<!\p{L})(a|ont) \p{L}+(é|i|it|u)(?!\p{L})|(?<!\p{L})(est|sont) (venu|né|parti|arrivé|resté|devenu|mort)|\p{L}{2}(aient|èrent)(?!\p{L})/iu,
  nounMarkers: wordSet('le la les l un une des du de d au aux en sur pour par avec votre vos son sa ses leur leurs'),
  nounsFirst: true,
  where: 'à|en',
  memorable:
    /(?<!\p{L})(jamais|toujours|rien|personne|rarement|seul|vraie?|vérité|plus .{3,40} que|moins .{3,40} que|ne .{3,60} que|pas .{3,60} mais|vaut mieux|change)(?!\p{L})/iu,
  emptyHeading:
    /^(et maintenant|et après|introduction|conclusion|en bref|en résumé|résumé|sommaire|ingrédients|préparation|matériel|foire aux questions|faq|pour finir|pour conclure|contexte|notes) ?\??$/i,
  quotes: ['«\u00a0', '\u00a0»'],
  capitalNouns: false,
  credit: 'Source\u00a0: {title}',
  joinTitle: '{niche}\u00a0: {hook}',
  tagPhrases: ['conseils {niche}', 'passion {niche}'],
  shortListHook: 'Bon à savoir :',
  hooks: {
    figure: [
      'Le saviez-vous ?',
      'Un chiffre à retenir :',
      'En chiffres :',
      'Le chiffre du jour :',
      'Chiffres en main :',
    ],
    tip: [
      'L’astuce du jour :',
      'À essayer :',
      'Ça vaut le coup d’essayer :',
      'Un petit changement :',
      'À mettre en pratique :',
      'Un conseil à garder :',
    ],
    insight: [
      'Bon à savoir :',
      'Un détail qui change tout :',
      'À noter quelque part :',
      'On l’oublie facilement :',
      'Petit rappel utile :',
      'À garder en tête :',
      '{niche}, en deux mots :',
    ],
    list: [
      '{niche} : {n} choses à savoir',
      '{n} petits changements qui comptent',
      'À enregistrer : {n} idées à reprendre',
      '{niche} en {n} points',
      '{n} idées à essayer cette semaine',
      'Pour bien commencer : {n} repères',
    ],
    notes: [
      '{niche} : {n} choses à savoir',
      '{niche} en {n} points',
      'À garder : {n} repères',
      '{niche} : {n} points à retenir',
      '{n} choses à retenir',
    ],
    steps: [
      '{niche}, étape par étape',
      'Comment faire, en {n} étapes',
      'Votre plan en {n} étapes',
      'Dans cet ordre :',
      'Une routine simple en {n} étapes',
      'À enregistrer : {n} étapes',
    ],
    question: [
      'Le saviez-vous déjà ?',
      'Ça vous parle ?',
      'L’aviez-vous remarqué ?',
      'Quelle est votre expérience ?',
      'L’auriez-vous deviné ?',
      'Y aviez-vous déjà pensé ?',
      'Qu’en dites-vous ?',
    ],
    opinion: [
      'D’accord ou pas ?',
      'Vrai pour vous aussi ?',
      'Vous signez ?',
      'Vous le voyez de la même façon ?',
      'Exagéré ou bien vu ?',
      'Et vous, que diriez-vous ?',
    ],
    quote: [
      'Des mots à garder :',
      'À relire deux fois :',
      'Une phrase à retenir :',
      'Pour les jours difficiles :',
      'À répéter sans modération :',
    ],
    fact: [
      'Le saviez-vous ?',
      'Le fait du jour :',
      'À raconter au dîner :',
      'Tout le monde ne le sait pas :',
      'De quoi s’étonner :',
    ],
    story: [
      'Une petite histoire :',
      'Imaginez la scène :',
      'Voici comment ça s’est passé :',
      'Une scène à raconter :',
      'L’histoire du jour :',
    ],
  },
  asks: {
    figure: [
      'Surpris ?',
      'À transmettre à ceux qui n’y croiraient pas.',
      'L’auriez-vous deviné ?',
      'Un chiffre à enregistrer.',
    ],
    tip: [
      'Essayez et racontez-nous le résultat.',
      'À enregistrer pour plus tard.',
      'Le faites-vous déjà ?',
      'Envoyez ceci à quelqu’un qui en a besoin.',
      'Et chez vous, qu’est-ce qui marche ?',
    ],
    insight: [
      'Qu’ajouteriez-vous ?',
      'À enregistrer pour plus tard.',
      'Envoyez ceci à quelqu’un qui en a besoin.',
      'Et vous, qu’en pensez-vous ?',
      'Cela rejoint-il votre expérience ?',
    ],
    list: [
      'Laquelle allez-vous essayer en premier ?',
      'Enregistrez cette liste.',
      'Que manque-t-il, selon vous ?',
      'À envoyer à quelqu’un qui débute.',
      'Combien en faites-vous déjà ?',
    ],
    notes: [
      'Quel point était nouveau pour vous ?',
      'Qu’ajouteriez-vous ?',
      'À enregistrer pour plus tard.',
      'Lequel vous surprend le plus ?',
    ],
    steps: [
      'Enregistrez et essayez cette semaine.',
      'Quelle étape vous donne le plus de mal ?',
      'Racontez-nous le résultat.',
      'Que feriez-vous autrement ?',
    ],
    question: [
      'Répondez en commentaire.',
      'Racontez-nous votre expérience.',
      'Une phrase suffit.',
      'Qu’en pensez-vous ?',
    ],
    opinion: [
      'Dites-nous pourquoi.',
      'Un mot suffit.',
      'On veut entendre les deux côtés.',
      'Essayez de nous convaincre.',
    ],
    quote: [
      'Où l’avez-vous déjà vécu ?',
      'À garder pour le jour où il le faudra.',
      'Qui devrait lire ceci maintenant ?',
      'Partagez si cela vous parle.',
    ],
    fact: [
      'Le saviez-vous déjà ?',
      'À transmettre à ceux qui n’y croiraient pas.',
      'L’auriez-vous deviné ?',
      'Quel fait devrions-nous connaître ?',
    ],
    story: [
      'Racontez-nous la vôtre.',
      'À partager avec quelqu’un qui aimerait.',
      'À quoi cela vous fait-il penser ?',
      'Quelle phrase gardez-vous ?',
    ],
  },
  prompts: frenchPrompts,
  lastSlide: { title: 'À enregistrer pour plus tard', body: 'Et dites-nous quel point était nouveau pour vous.' },
};

import type { Prompt } from '../language-pack.ts';

export const frenchPrompts: readonly Prompt[] = [
  {
    style: 'quote',
    title: '{niche} en trois mots, s’il vous plaît.',
    body: 'Pas de phrases, pas d’explications. Les trois premiers qui viennent.',
  },
  {
    style: 'quote',
    title: '{niche}, complétez la phrase : « Ce que j’ai mis longtemps à comprendre, c’est … »',
    body: 'Prenez une minute avant de répondre. Les réponses calmes sont souvent les bonnes.',
  },
  {
    style: 'quote',
    title: '{niche} : quelle phrase vous est restée ?',
    body: 'Tirée d’un livre, d’un cours, d’une conversation. Écrivez-la ici, et dites de qui elle est.',
  },
  {
    style: 'tips',
    title: '{niche} : quel est votre meilleur conseil, en une phrase ?',
    body: 'Assez court pour s’en souvenir, assez bon pour le transmettre. La liste se fait en commentaire.',
  },
  {
    style: 'tips',
    title: '{niche} : que diriez-vous à quelqu’un qui commence ?',
    body: 'Un conseil par personne. Ensemble, ils font le guide que tout le monde aurait aimé avoir.',
  },
  {
    style: 'tips',
    title: '{niche} : qu’est-ce qui vous fait gagner le plus de temps ?',
    body: 'Un outil, un ordre, une astuce. Donnez-en une, pour que d’autres l’essaient.',
  },
  {
    style: 'how_to',
    title: '{niche}, dix minutes par jour : qu’en feriez-vous ?',
    body: 'De vrais plans de vrais jours. Les routines parfaites ne servent à personne.',
  },
  {
    style: 'how_to',
    title: '{niche} : sur quoi travaillez-vous cette semaine ?',
    body: 'Écrivez-le ici, puis revenez dimanche nous raconter la suite.',
  },
  {
    style: 'how_to',
    title: '{niche} : comment faites-vous, étape par étape ?',
    body: 'D’abord, ensuite, enfin. Écrivez-le comme vous l’expliqueriez à un ami.',
  },
  {
    style: 'question',
    title: '{niche} : qu’auriez-vous aimé savoir au début ?',
    body: 'Votre réponse fera peut-être gagner un an à quelqu’un qui commence.',
  },
  {
    style: 'question',
    title: '{niche} : quelle question n’avez-vous jamais osé poser ?',
    body: 'Posez-la maintenant. Tout le monde a commencé un jour.',
  },
  {
    style: 'opinion',
    title: '{niche} : quelle habitude ne lâcheriez-vous jamais ?',
    body: 'Petite ou grande, banale ou étrange. Dites-nous laquelle, et pourquoi elle reste.',
  },
  {
    style: 'opinion',
    title: '{niche} : quel conseil ne suivez-vous plus ?',
    body: 'Changer d’avis, cela s’apprend. Que croyiez-vous avant, et que faites-vous maintenant ?',
  },
  {
    style: 'opinion',
    title: '{niche} : vos avis impopulaires, s’il vous plaît.',
    body: 'Dites ce que vous pensez vraiment, avec douceur pour ceux qui voient les choses autrement.',
  },
  {
    style: 'opinion',
    title: '{niche} : qu’est-ce qui est surestimé, et qu’est-ce qui est sous-estimé ?',
    body: 'Un exemple de chaque. Les raisons sont les bienvenues.',
  },
  {
    style: 'facts',
    title: '{niche} : qu’est-ce qui est plus dur qu’il n’y paraît ?',
    body: 'Faisons la liste honnête qu’aucune brochure n’imprimerait.',
  },
  {
    style: 'facts',
    title: '{niche} : quel fait surprend tout le monde ?',
    body: 'Dites-nous ce que vous savez, et où vous l’avez appris.',
  },
  {
    style: 'facts',
    title: '{niche} : sur quoi presque tout le monde se trompe-t-il ?',
    body: 'Nommez l’idée reçue et corrigez-la en commentaire.',
  },
  {
    style: 'story',
    title: '{niche} : qui vous a donné envie de commencer ?',
    body: 'Identifiez cette personne et dites-lui merci. Rien d’autre à faire pour le moment.',
  },
  {
    style: 'story',
    title: '{niche} : quelle est votre plus belle histoire ?',
    body: 'Drôle, fière ou douloureuse. Cinq phrases suffisent.',
  },
  {
    style: 'story',
    title: '{niche} : comment tout a-t-il commencé pour vous ?',
    body: 'Un hasard, un cadeau, un dimanche de pluie. Racontez-nous le début.',
  },
];

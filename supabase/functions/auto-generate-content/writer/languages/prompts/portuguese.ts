import type { Prompt } from '../language-pack.ts';

export const portuguesePrompts: readonly Prompt[] = [
  {
    style: 'quote',
    title: '{niche} em três palavras, por favor.',
    body: 'Sem frases e sem explicações. As três primeiras que vierem.',
  },
  {
    style: 'quote',
    title: '{niche}, complete a frase: “O que mais demorei a entender é …”',
    body: 'Pense um minuto antes de responder. As respostas calmas costumam ser as boas.',
  },
  {
    style: 'quote',
    title: '{niche}: que frase ficou com você?',
    body: 'De um livro, de uma professora, de um amigo. Escreva aqui e diga de quem é.',
  },
  {
    style: 'tips',
    title: '{niche}: qual é a sua melhor dica, em uma frase?',
    body: 'Curta para lembrar, boa para passar adiante. Os comentários são a lista.',
  },
  {
    style: 'tips',
    title: '{niche}: o que você diria a quem começa hoje?',
    body: 'Uma dica por pessoa. Juntas, elas formam o guia que todo mundo queria ter tido.',
  },
  {
    style: 'tips',
    title: '{niche}: o que mais poupa o seu tempo?',
    body: 'Uma ferramenta, uma ordem, um truque. Conte um, para que outros testem.',
  },
  {
    style: 'how_to',
    title: '{niche}, dez minutos por dia: o que você faria?',
    body: 'Planos reais de dias reais. Ninguém precisa de rotinas perfeitas.',
  },
  {
    style: 'how_to',
    title: '{niche}: em que você está trabalhando esta semana?',
    body: 'Escreva aqui e volte no domingo para contar como foi.',
  },
  {
    style: 'how_to',
    title: '{niche}: como você faz, passo a passo?',
    body: 'Primeiro, segundo, terceiro. Escreva como explicaria a um amigo.',
  },
  {
    style: 'question',
    title: '{niche}: o que você queria ter sabido no começo?',
    body: 'Sua resposta pode poupar um ano inteiro a quem está começando.',
  },
  {
    style: 'question',
    title: '{niche}: que pergunta você tem vergonha de fazer?',
    body: 'Faça agora. Todo mundo começou um dia.',
  },
  {
    style: 'opinion',
    title: '{niche}: que hábito você não largaria nunca?',
    body: 'Pequeno ou grande, comum ou estranho. Diga qual é e por que ele fica.',
  },
  {
    style: 'opinion',
    title: '{niche}: que conselho você não segue mais?',
    body: 'Mudar de ideia também se aprende. Conte o que você achava antes e o que faz hoje.',
  },
  {
    style: 'opinion',
    title: 'Opiniões impopulares sobre {niche}, por favor.',
    body: 'Diga o que pensa de verdade, com gentileza para quem vê de outro jeito.',
  },
  {
    style: 'opinion',
    title: '{niche}: o que é valorizado demais, e o que é valorizado de menos?',
    body: 'Uma coisa de cada. Razões são bem-vindas.',
  },
  {
    style: 'facts',
    title: '{niche}: o que é mais difícil do que parece?',
    body: 'Vamos montar a lista sincera que nenhum folheto publicaria.',
  },
  { style: 'facts', title: '{niche}: que fato surpreende todo mundo?', body: 'Conte o que você sabe e onde aprendeu.' },
  {
    style: 'facts',
    title: '{niche}: em que quase todo mundo se engana?',
    body: 'Diga qual é o mito e corrija nos comentários.',
  },
  {
    style: 'story',
    title: '{niche}: quem passou esse gosto para você?',
    body: 'Marque a pessoa e agradeça. É a única tarefa de hoje.',
  },
  {
    style: 'story',
    title: '{niche}: qual é a sua melhor história?',
    body: 'Engraçada, orgulhosa ou sofrida. Cinco frases bastam.',
  },
  {
    style: 'story',
    title: '{niche}: como tudo começou para você?',
    body: 'Um acaso, um presente, um domingo de chuva. Conte o começo.',
  },
];

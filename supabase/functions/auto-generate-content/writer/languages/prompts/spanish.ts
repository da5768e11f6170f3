import type { Prompt } from '../language-pack.ts';

export const spanishPrompts: readonly Prompt[] = [
  {
    style: 'quote',
    title: '{niche} en tres palabras.',
    body: 'Sin frases y sin explicaciones. Las tres primeras que se te ocurran.',
  },
  {
    style: 'quote',
    title: '{niche}, termina la frase: «Lo que más me costó entender es …»',
    body: 'Tómate un minuto antes de responder. Las respuestas tranquilas suelen ser las buenas.',
  },
  {
    style: 'quote',
    title: '{niche}: ¿qué frase se te quedó grabada?',
    body: 'De un libro, de una profesora, de un amigo. Escríbela aquí y di de quién es.',
  },
  {
    style: 'tips',
    title: '{niche}: ¿cuál es tu mejor consejo, en una frase?',
    body: 'Corto para recordarlo, bueno para compartirlo. Los comentarios son la lista.',
  },
  {
    style: 'tips',
    title: '{niche}: ¿qué le dirías a quien empieza hoy?',
    body: 'Un consejo por persona. Juntos hacen la guía que a todos nos habría gustado tener.',
  },
  {
    style: 'tips',
    title: '{niche}: ¿qué es lo que más tiempo te ahorra?',
    body: 'Una herramienta, un orden, un truco. Di uno, para que otros lo prueben esta semana.',
  },
  {
    style: 'how_to',
    title: '{niche}, diez minutos al día: ¿qué harías?',
    body: 'Planes reales de días reales, por favor. Las rutinas perfectas no hacen falta.',
  },
  {
    style: 'how_to',
    title: '{niche}: ¿en qué trabajas esta semana?',
    body: 'Escríbelo aquí y vuelve el domingo a contarnos cómo fue.',
  },
  {
    style: 'how_to',
    title: '{niche}: ¿cómo lo haces tú, paso a paso?',
    body: 'Primero, segundo, tercero. Escríbelo como se lo explicarías a un amigo.',
  },
  {
    style: 'question',
    title: '{niche}: ¿qué te habría gustado saber al principio?',
    body: 'Tu respuesta puede ahorrarle un año a alguien que empieza.',
  },
  {
    style: 'question',
    title: '{niche}: ¿qué pregunta te da vergüenza hacer?',
    body: 'Hazla ahora. Todo el mundo empezó alguna vez.',
  },
  {
    style: 'opinion',
    title: '{niche}: ¿qué costumbre no dejarías nunca?',
    body: 'Pequeña o grande, normal o rara. Escríbela y dinos por qué sigue contigo.',
  },
  {
    style: 'opinion',
    title: '{niche}: ¿qué consejo ya no sigues?',
    body: 'Cambiar de opinión también se aprende. Cuéntanos qué creías antes y qué haces hoy.',
  },
  {
    style: 'opinion',
    title: 'Opiniones impopulares sobre {niche}, por favor.',
    body: 'Di lo que piensas de verdad, con amabilidad para quien lo vea de otra manera.',
  },
  {
    style: 'opinion',
    title: '{niche}: ¿qué está sobrevalorado y qué no se valora lo suficiente?',
    body: 'Una cosa de cada. Se agradecen las razones.',
  },
  {
    style: 'facts',
    title: '{niche}: ¿qué es más difícil de lo que parece?',
    body: 'Hagamos la lista sincera que ningún folleto publicaría.',
  },
  {
    style: 'facts',
    title: '{niche}: ¿qué dato sorprende a todo el mundo?',
    body: 'Cuéntanos qué sabes y dónde lo aprendiste.',
  },
  {
    style: 'facts',
    title: '{niche}: ¿en qué se equivoca casi todo el mundo?',
    body: 'Di cuál es el mito y corrígelo en los comentarios.',
  },
  {
    style: 'story',
    title: '{niche}: ¿quién te contagió las ganas?',
    body: 'Menciona a esa persona y dale las gracias. Es la única tarea de hoy.',
  },
  {
    style: 'story',
    title: '{niche}: ¿cuál es tu mejor anécdota?',
    body: 'Divertida, orgullosa o dolorosa. Bastan cinco frases.',
  },
  {
    style: 'story',
    title: '{niche}: ¿cómo empezó todo para ti?',
    body: 'Una casualidad, un regalo, un domingo de lluvia. Cuéntanos el principio.',
  },
];

import type { Prompt } from '../language-pack.ts';

export const englishPrompts: readonly Prompt[] = [
  {
    style: 'quote',
    title: 'Describe {niche} in three words.',
    body: 'No sentences, no explanations. The first three that come to mind.',
  },
  {
    style: 'quote',
    title: 'Finish the sentence: “What {niche} taught me is …”',
    body: 'Take a minute before you answer. The quiet answers are often the good ones.',
  },
  {
    style: 'quote',
    title: 'Which sentence about {niche} has stayed with you?',
    body: 'A line from a book, a teacher or a friend. Write it down here, and say who said it.',
  },
  {
    style: 'tips',
    title: 'Your best tip on {niche}, in one sentence?',
    body: 'Short enough to remember, good enough to pass on. The comments are the list.',
  },
  {
    style: 'tips',
    title: 'What would you tell someone who starts with {niche} today?',
    body: 'One tip each. Together they make the guide that everybody would have liked to have.',
  },
  {
    style: 'tips',
    title: '{niche}: what saves you the most time?',
    body: 'A tool, an order, a trick. Name one, so that others can try it this week.',
  },
  {
    style: 'how_to',
    title: 'If you had ten minutes a day for {niche}, how would you spend them?',
    body: 'Real plans from real days, please. Perfect routines are not needed.',
  },
  {
    style: 'how_to',
    title: '{niche}: what are you working on this week?',
    body: 'Write it down here, and come back on Sunday to tell us how it went.',
  },
  {
    style: 'how_to',
    title: '{niche}: how do you go about it, step by step?',
    body: 'First, second, third. Write it as you would explain it to a friend.',
  },
  {
    style: 'question',
    title: 'What do you wish you had known about {niche} at the start?',
    body: 'Your answer may save a beginner a whole year.',
  },
  {
    style: 'question',
    title: 'What question about {niche} were you always too shy to ask?',
    body: 'Ask it now. Everybody was new to this once.',
  },
  {
    style: 'question',
    title: 'Beginner, regular or old hand: where do you stand with {niche}?',
    body: 'There is no wrong answer, and every stage has its own fun.',
  },
  {
    style: 'question',
    title: 'What should we cover next about {niche}?',
    body: 'One topic per comment, however small it is.',
  },
  {
    style: 'opinion',
    title: '{niche}: what is the one habit you would never give up?',
    body: 'Small or big, obvious or odd. Name it below and say why it stays.',
  },
  {
    style: 'opinion',
    title: 'Which advice on {niche} do you no longer follow?',
    body: 'Changing your mind is a skill. Tell us what you believed before and what you do today.',
  },
  {
    style: 'opinion',
    title: 'Unpopular opinions on {niche}, please.',
    body: 'Say what you really think, and be kind to those who see it differently.',
  },
  {
    style: 'opinion',
    title: '{niche}: what is overrated, and what is underrated?',
    body: 'One of each. Reasons are welcome.',
  },
  {
    style: 'facts',
    title: 'What makes {niche} harder than it looks?',
    body: 'Let us collect the honest list that no brochure would print.',
  },
  {
    style: 'facts',
    title: 'Which fact about {niche} surprises everyone?',
    body: 'Tell us what you know, and where you learned it.',
  },
  {
    style: 'facts',
    title: '{niche}: what do most people get wrong?',
    body: 'Name the myth and set it right in the comments.',
  },
  {
    style: 'story',
    title: '{niche}: show us your place.',
    body: 'A desk, a kitchen, a path, a corner. A picture says it best.',
  },
  {
    style: 'story',
    title: 'Who got you into {niche}?',
    body: 'Tag the person and say thank you. That is the whole task for today.',
  },
  {
    style: 'story',
    title: 'Your proudest moment in {niche}, please.',
    body: 'It does not have to impress anyone. It only has to be yours.',
  },
  {
    style: 'story',
    title: 'What is your favourite story about {niche}?',
    body: 'Funny, proud or painful. Tell it in five sentences or fewer.',
  },
];

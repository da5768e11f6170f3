import { type LanguagePack, wordSet } from './language-pack.ts';
import { englishPrompts } from './prompts/english.ts';

export const english: LanguagePack = {
  language: 'en',
  stopwords: wordSet(`
    a about above after again against all almost already also although always am an and another any anyone are around as at away back be
    because been before being below between both but by came can cannot come could did do does done down each either else enough even ever
    every few first for from get gets give given go goes going gone good got had has have having he her here hers him his how however i if in
    instead into is it its itself just keep kept know last least less let like long made make makes many may me might mine more most much must
    my never new next no nobody none nor not nothing now of off often old on once one only onto or other others our out over own part per
    perhaps put quite rather really right said same say says see seem seems several shall she should since so some something soon still such
    take takes than that the their them then there these they thing things this those though three through to together too two under until up
    upon us use used uses using usually very want was way we well went were what when where whether which while who whole why will with within
    without would year years yet you your yours day days week weeks month months hour hours minute minutes time times percent people person lot kind way
    ways number half full four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred thousand difference grams degrees dollars euros pounds litres miles`),
  abbreviation: /(^|[\s(])(Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|approx|No|Inc|Ltd|Co|Fig|Gen|Rev|a\.m|p\.m)\.$/,
  dangling:
    /^["“]?(however|this|that|these|those|it|its|they|them|their|he|she|his|her|him|but|and|or|so|also|then|instead|such|both|another|here|there,|thus|hence|therefore|for (example|instance|that|this)|in other words|meanwhile|moreover|furthermore|still,|yet|otherwise|finally|first|second|third|firstly|secondly|lastly|next|after that|as a result|by contrast|on the other hand|either way|neither|not so|one of (them|these)|none of|all of (them|these|that)|some of them|most of them|many of them|each of them|the (same|other|others|first|second|third|latter|former|rest|result))\b|^(\S+\s+){1,2}(it|they|them|its|their|he|she|his|her)\b|\bthe (second|third|fourth|fifth|latter|former)\b|^(\S+\s+){1,3}later\b|^(?!if\b)[^,]{1,45}\bthen\b|^one (is|was|has|had|served|can|will)\b|\bthe two\b|\b(than|with|after|before) (one|two|three|four|five|six|seven|eight|nine|ten)\.$|\bwho (do|does|did) not\b|\b(she|he) (says|said|told|adds|explains|recalls|remembers)\b|^[^,]{1,40}\ba (good|better|bad) one\b|\b(above|below|previous section|mentioned)\b/i,
  leaning:
    /\bthe same \w+\b|\b(this|these|those)\b|\b(them|it)[,.;]|^the\s|^an? (second|third|even|further)\s|\btherefore\b|\binstead\b|\btoo[,.]/i,
  boilerplate:
    /\b(subscri(be|ption)|newsletter|cookies?|click|sign up|log in|read more|read on|follow (us|me|her|him)|share this|in this (article|post|guide|section)|this (article|post|guide|page|website|site)|our (readers|site|newsletter|website|team|partners|shop)|affiliate|commission|sponsored|advertis\w*|photo|credit|image:|copyright|all rights reserved|terms of (use|service)|privacy policy|table of contents|comments?|disclosure|disclaimer|editor|certified|has been writing|lives (in|with)|author of|buy now|shop now|discount|free (trial|download|guide)|got a tip|e?mail the author)\b|\b(I|I'm|I've|I’m|I’ve|my|me|mine)\b(?![^“]*”)|\bwe (tested|asked|spoke|talked|interviewed|recommend|reviewed)\b/i,
  stale:
    /\b(yesterday|tomorrow|tonight|(last|next|this) (week|weekend|month|year|spring|summer|autumn|fall|winter|morning|(mon|tues|wednes|thurs|fri|satur|sun)day)|recently|earlier this|later this|so far this)\b/i,
  advice:
    /\b(should|must|needs? to|avoid|is better|better than|at least|is worth|are worth|rather than)\b|^(never|always|do not|don['’]t)\b|(^|[:;,] )(keep|choose|start|leave|use|try|change|buy|bring|add|write|warm|wait|bake|remove|freeze|store|check|test|put|set|ask|take|turn|move|apply|look|let|give|make|cool|preheat|protect|report)\s/i,
  narrative:
    /\b(was|were|had|came|went|took|sold|bought|kept|began|became|found|told|left|made|said|ran|grew|sank|rose|laid|rang|wore|drove|ago|(?<!\b(is|are|be|been|being|best|have|has|can be|should be) )\w{3,}ed)\b/i,
  nounMarkers: wordSet('a an the your our their his her its of with for in on from by'),
  nounsFirst: false,
  where: 'in|near|across',
  memorable:
    /\b(beats?|never|always|nobody|nothing|not .{3,60} but|more than|less .{3,40} than|rarely|only|truth|worth|habit|easier|simply|matters?)\b/i,
  emptyHeading:
    /^(what'?s next|what comes next|introduction|conclusion|final thoughts|the verdict|summary|overview|faqs?|key takeaways|takeaways|the long view|the bottom line|wrapping up|background|what's next|references|notes|ingredients|instructions|method|equipment) ?\??$/i,
  quotes: ['“', '”'],
  capitalNouns: false,
  credit: 'Source: {title}',
  joinTitle: '{niche}: {hook}',
  tagPhrases: ['{niche} tips', '{niche} community'],
  shortListHook: 'Worth knowing about {niche}:',
  hooks: {
    figure: [
      'Did you know?',
      'A number to remember:',
      'In numbers:',
      'A figure worth keeping:',
      'Put a number on it:',
      'The figure of the day:',
    ],
    tip: [
      'Tip of the day:',
      'Try this:',
      'Worth a try:',
      'One small change:',
      'Put this into practice:',
      'A tip to keep:',
    ],
    insight: [
      'Worth knowing about {niche}:',
      'A thought on {niche}:',
      'Today in {niche}:',
      'Small detail, big difference:',
      'One for your notes:',
      'Easily overlooked:',
      'Let this sink in:',
      'A useful reminder:',
    ],
    list: [
      '{n} things worth knowing about {niche}',
      '{n} small changes that pay off',
      'Save this: {n} points on {niche}',
      '{niche}: {n} ideas to try this week',
      '{n} reminders for anyone into {niche}',
      '{niche}, in {n} points',
      'Start here: {n} ideas on {niche}',
      '{n} notes worth keeping',
    ],
    notes: [
      '{n} things worth knowing about {niche}',
      '{niche}, in {n} points',
      '{n} notes worth keeping',
      '{niche}: {n} things to remember',
      'Save this: {n} points on {niche}',
      '{n} things to remember',
      '{n} points to keep in mind',
    ],
    steps: [
      '{niche}, step by step',
      'How it is done, in {n} steps',
      'Your {n}-step plan',
      'Do it in this order:',
      'A simple routine in {n} steps',
      'Follow along: {n} steps',
      'Save this: {n} steps',
    ],
    question: [
      'Did you know this before?',
      'Have you noticed this as well?',
      'Does this sound familiar?',
      'Did you expect this?',
      'What has your experience been?',
      'Would you have guessed?',
      'Have you ever thought about this?',
      'What do you make of it?',
    ],
    opinion: [
      'Agree or disagree?',
      'True for you, too?',
      'Would you sign this?',
      'Hot take or common sense?',
      'Do you see it the same way?',
      'Fair or exaggerated?',
    ],
    quote: [
      'Words to keep:',
      'Worth repeating:',
      'A line to remember:',
      'Read this twice:',
      'Pin this one:',
      'For the days when you need it:',
    ],
    fact: [
      'Did you know?',
      'Fact of the day:',
      'Good to know:',
      'Not everybody knows this:',
      'Something to tell at dinner:',
    ],
    story: [
      'A short story about {niche}:',
      'Picture this:',
      'Here is how it went:',
      'From the field:',
      'A scene worth sharing:',
      'Story time:',
    ],
  },
  asks: {
    figure: [
      'Did that surprise you?',
      'Pass it on to someone who would not believe it.',
      'Would you have guessed?',
      'Save this number.',
      'What did you expect?',
    ],
    tip: [
      'Try it and tell us how it went.',
      'Save this for later.',
      'Do you do it already?',
      'Send this to someone who needs it.',
      'What works for you?',
    ],
    insight: [
      'What would you add?',
      'Save this for later.',
      'Send this to someone who needs it.',
      'Does this match your experience?',
      'What is your take on this?',
      'Keep this one in mind.',
      'Which part was new to you?',
    ],
    list: [
      'Which one will you try first?',
      'Save this list for later.',
      'Which point would you add?',
      'Share it with someone who is just starting.',
      'Tell us which one made the difference for you.',
      'How many of these do you already do?',
    ],
    notes: ['Which point was new to you?', 'What would you add?', 'Save this for later.', 'Which one surprised you?'],
    steps: [
      'Save this and try it this week.',
      'Which step do you find hardest?',
      'Tag someone who would try this with you.',
      'Tell us how it went.',
      'What would you do differently?',
    ],
    question: [
      'Tell us in the comments.',
      'Share your own experience.',
      'Curious to hear your side.',
      'One sentence is enough.',
      'What do you think?',
    ],
    opinion: [
      'Tell us why.',
      'Convince us in the comments.',
      'One word is enough.',
      'Your experience counts more than theory.',
      'Let us hear both sides.',
    ],
    quote: [
      'Where has this been true for you?',
      'Save it for the day you need it.',
      'Who should read this today?',
      'Write down the words that stay with you.',
      'Share it if it speaks to you.',
      'What does it remind you of?',
    ],
    fact: [
      'Did you know that?',
      'Pass it on to someone who would not believe it.',
      'Would you have guessed?',
      'Tell us a fact that we should know.',
    ],
    story: [
      'Tell us your own story.',
      'Share this with someone who would enjoy it.',
      'What does it make you think of?',
      'Which line stays with you?',
      'Save it for a quiet moment.',
    ],
  },
  prompts: englishPrompts,
  lastSlide: { title: 'Save this for later', body: 'And tell us which point was new to you.' },
};

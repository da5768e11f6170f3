import type { LanguageData } from './language-data.ts';

export const english = {
  tag: 'en',
  stopwords: `
    a about above after again against all almost already also although always am an and another any anyone are around
    as at away back be because been before being below between both but by came can cannot come could did do does done
    down each either else enough even ever every few first for from get gets give given go goes going gone good got
    had has have having he her here hers him his how however i if in instead into is it its itself just keep kept know
    last least less let like long made make makes many may me might mine more most much must my never new next no
    nobody none nor not nothing now of off often old on once one only onto or other others our out over own part per
    perhaps put quite rather really right said same say says see seem seems several shall she should since so some
    something soon still such take takes than that the their them then there these they thing things this those though
    three through to together too two under until up upon us use used uses using usually very want was way we well
    went were what when where whether which while who whole why will with within without would year years yet you your
    yours day days week weeks month months hour hours minute minutes time times percent people person lot kind ways
    number half full four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred
    thousand difference grams degrees dollars euros pounds litres miles`,
  abbreviations: 'Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|vs|etc|e.g|i.e|approx|No|Inc|Ltd|Co|Fig|Gen|Rev|a.m|p.m',
  dangling: {
    start: `
      however|this|that|these|those|it|its|they|them|their|he|she|his|her|him|but|and|or|so|also|then|instead|such
      both|another|here|thus|hence|therefore|for (example|instance|that|this)|in other words|meanwhile|moreover
      furthermore|yet|otherwise|finally|first|second|third|firstly|secondly|lastly|next|after that|as a result
      by contrast|on the other hand|either way|neither|not so|one of (them|these)|none of|all of (them|these|that)
      some of them|most of them|many of them|each of them
      the (same|other|others|first|second|third|latter|former|rest|result)|one (is|was|has|had|served|can|will)`,
    words: `
      the (second|third|fourth|fifth|latter|former)|the two|who (do|does|did) not
      (she|he) (says|said|told|adds|explains|recalls|remembers)|above|below|previous section|mentioned`,
    patterns: [
      /^(\S+\s+){1,2}(it|they|them|its|their|he|she|his|her)\b/iu,
      /^(\S+\s+){1,3}later\b/iu,
      /^(?!if\b)[^,]{1,45}\bthen\b/iu,
      /^[^,]{1,40}\ba (good|better|bad) one\b/iu,
      /\b(than|with|after|before) (one|two|three|four|five|six|seven|eight|nine|ten)\.$/iu,
    ],
  },
  leaning: {
    start: 'the|an? (second|third|even|further)',
    words: 'this|these|those|therefore|instead',
    patterns: [/\bthe same \w+/iu, /\b(them|it)[,.;]/iu, /\btoo[,.]/iu],
  },
  boilerplate: `
    subscri(be|ption)|newsletter|cookies?|click|sign up|log in|read more|read on|follow (us|me|her|him)|share this
    in this (article|post|guide|section)|this (article|post|guide|page|website|site)
    our (readers|site|newsletter|website|team|partners|shop)|affiliate|commission|sponsored|advertis~|photo|credit
    copyright|all rights reserved|terms of (use|service)|privacy policy|table of contents|comments?|disclosure
    disclaimer|editor|certified|has been writing|lives (in|with)|author of|buy now|shop now|discount
    free (trial|download|guide)|got a tip|e?mail the author
    we (tested|asked|spoke|talked|interviewed|recommend|reviewed)`,
  firstPerson: "I|I['’]m|I['’]ve|my|me|mine",
  stale: `
    yesterday|tomorrow|tonight
    (last|next|this) (week|weekend|month|year|spring|summer|autumn|fall|winter|morning|(mon|tues|wednes|thurs|fri|satur|sun)day)
    recently|earlier this|later this|so far this`,
  advice: {
    start: "never|always|do not|don['’]t",
    words: 'should|must|needs? to|avoid|is better|better than|at least|is worth|are worth|rather than',
    patterns: [
      /(^|[:;,] )(keep|choose|start|leave|use|try|change|buy|bring|add|write|warm|wait|bake|remove|freeze|store|check)\s/iu,
      /(^|[:;,] )(test|put|set|ask|take|turn|move|apply|look|let|give|make|cool|preheat|protect|report)\s/iu,
    ],
  },
  narrative: {
    words: `
      was|were|had|came|went|took|sold|bought|kept|began|became|found|told|left|made|said|ran|grew|sank|rose|laid|rang
      wore|drove|ago`,
    patterns: [/(?<!\b(is|are|be|been|being|best|have|has|can be|should be) )\b\w{3,}ed\b/iu],
  },
  memorable: `
    beats?|never|always|nobody|nothing|not .{3,60} but|more than|less .{3,40} than|rarely|only|truth|worth|habit
    easier|simply|matters?`,
  emptyHeadings: `
    what['’]s next|what comes next|introduction|conclusion|final thoughts|the verdict|summary|overview|faqs?
    key takeaways|takeaways|the long view|the bottom line|wrapping up|background|references|notes|ingredients
    instructions|method|equipment`,
  nounMarkers: 'a an the your our their his her its of with for in on from by',
  beforePlaces: 'in|near|across',
  templateNames: {
    quote: 'quotes?|quotations?|motivation~|inspiration~',
    how_to: 'how ?to|tutorials?|step by step|guides?',
    tips: 'tips?|carousels?|lists?|listicles?|checklists?|hacks?|advice|mistakes',
    question: 'questions?|polls?|ask|q ?& ?a|engagement|discussions?|debates?',
    facts: 'facts?|statistics?|stats|numbers?|did you know|myths?',
    opinion: 'opinions?|hot takes?|unpopular|perspectives?|point of view|controversial',
    insight: 'insights?|takeaways?|lessons?|reflections?|behind the scenes',
    story: 'story|stories|storytelling|throwback|journey',
  },
  quotes: ['“', '”'],
  credit: 'Source: {title}',
  joinTitle: '{niche}: {hook}',
  tagPhrases: ['{niche} tips', '{niche} community'],
  shortListHook: 'Worth knowing about {niche}:',
  hooks: {
    figure: `
      Did you know?|A number to remember:|In numbers:|A figure worth keeping:|Put a number on it:
      The figure of the day:`,
    tip: 'Tip of the day:|Try this:|Worth a try:|One small change:|Put this into practice:|A tip to keep:',
    insight: `
      Worth knowing about {niche}:|A thought on {niche}:|Today in {niche}:|Small detail, big difference:
      One for your notes:|Easily overlooked:|Let this sink in:|A useful reminder:`,
    list: `
      {n} things worth knowing about {niche}|{n} small changes that pay off|Save this: {n} points on {niche}
      {niche}: {n} ideas to try this week|{n} reminders for anyone into {niche}|{niche}, in {n} points
      Start here: {n} ideas on {niche}|{n} notes worth keeping`,
    notes: `
      {n} things worth knowing about {niche}|{niche}, in {n} points|{n} notes worth keeping
      {niche}: {n} things to remember|Save this: {n} points on {niche}|{n} things to remember
      {n} points to keep in mind`,
    steps: `
      {niche}, step by step|How it is done, in {n} steps|Your {n}-step plan|Do it in this order:
      A simple routine in {n} steps|Follow along: {n} steps|Save this: {n} steps`,
    question: `
      Did you know this before?|Have you noticed this as well?|Does this sound familiar?|Did you expect this?
      What has your experience been?|Would you have guessed?|Have you ever thought about this?|What do you make of it?`,
    opinion: `
      Agree or disagree?|True for you, too?|Would you sign this?|Hot take or common sense?|Do you see it the same way?
      Fair or exaggerated?`,
    quote: `
      Words to keep:|Worth repeating:|A line to remember:|Read this twice:|Pin this one:
      For the days when you need it:`,
    fact: 'Did you know?|Fact of the day:|Good to know:|Not everybody knows this:|Something to tell at dinner:',
    story: `
      A short story about {niche}:|Picture this:|Here is how it went:|From the field:|A scene worth sharing:
      Story time:`,
  },
  callsToAction: {
    figure: `
      Did that surprise you?|Pass it on to someone who would not believe it.|Would you have guessed?|Save this number.
      What did you expect?`,
    tip: `
      Try it and tell us how it went.|Save this for later.|Do you do it already?|Send this to someone who needs it.
      What works for you?`,
    insight: `
      What would you add?|Save this for later.|Send this to someone who needs it.|Does this match your experience?
      What is your take on this?|Keep this one in mind.|Which part was new to you?`,
    list: `
      Which one will you try first?|Save this list for later.|Which point would you add?
      Share it with someone who is just starting.|Tell us which one made the difference for you.
      How many of these do you already do?`,
    notes: 'Which point was new to you?|What would you add?|Save this for later.|Which one surprised you?',
    steps: `
      Save this and try it this week.|Which step do you find hardest?|Tag someone who would try this with you.
      Tell us how it went.|What would you do differently?`,
    question: `
      Tell us in the comments.|Share your own experience.|Curious to hear your side.|One sentence is enough.
      What do you think?`,
    opinion: `
      Tell us why.|Convince us in the comments.|One word is enough.|Your experience counts more than theory.
      Let us hear both sides.`,
    quote: `
      Where has this been true for you?|Save it for the day you need it.|Who should read this today?
      Write down the words that stay with you.|Share it if it speaks to you.|What does it remind you of?`,
    fact: `
      Did you know that?|Pass it on to someone who would not believe it.|Would you have guessed?
      Tell us a fact that we should know.`,
    story: `
      Tell us your own story.|Share this with someone who would enjoy it.|What does it make you think of?
      Which line stays with you?|Save it for a quiet moment.`,
  },
  prompts: {
    quote: {
      'Describe {niche} in three words.': 'No sentences, no explanations. The first three that come to mind.',
      'Finish the sentence: “What {niche} taught me is …”':
        'Take a minute before you answer. The quiet answers are often the good ones.',
      'Which sentence about {niche} has stayed with you?':
        'A line from a book, a teacher or a friend. Write it down here, and say who said it.',
    },
    tips: {
      'Your best tip on {niche}, in one sentence?':
        'Short enough to remember, good enough to pass on. The comments are the list.',
      'What would you tell someone who starts with {niche} today?':
        'One tip each. Together they make the guide that everybody would have liked to have.',
      '{niche}: what saves you the most time?':
        'A tool, an order, a trick. Name one, so that others can try it this week.',
    },
    how_to: {
      'If you had ten minutes a day for {niche}, how would you spend them?':
        'Real plans from real days, please. Perfect routines are not needed.',
      '{niche}: what are you working on this week?':
        'Write it down here, and come back on Sunday to tell us how it went.',
      '{niche}: how do you go about it, step by step?':
        'First, second, third. Write it as you would explain it to a friend.',
    },
    question: {
      'What do you wish you had known about {niche} at the start?': 'Your answer may save a beginner a whole year.',
      'What question about {niche} were you always too shy to ask?': 'Ask it now. Everybody was new to this once.',
      'Beginner, regular or old hand: where do you stand with {niche}?':
        'There is no wrong answer, and every stage has its own fun.',
      'What should we cover next about {niche}?': 'One topic per comment, however small it is.',
    },
    opinion: {
      '{niche}: what is the one habit you would never give up?':
        'Small or big, obvious or odd. Name it below and say why it stays.',
      'Which advice on {niche} do you no longer follow?':
        'Changing your mind is a skill. Tell us what you believed before and what you do today.',
      'Unpopular opinions on {niche}, please.':
        'Say what you really think, and be kind to those who see it differently.',
      '{niche}: what is overrated, and what is underrated?': 'One of each. Reasons are welcome.',
    },
    facts: {
      'What makes {niche} harder than it looks?': 'Let us collect the honest list that no brochure would print.',
      'Which fact about {niche} surprises everyone?': 'Tell us what you know, and where you learned it.',
      '{niche}: what do most people get wrong?': 'Name the myth and set it right in the comments.',
    },
    story: {
      '{niche}: show us your place.': 'A desk, a kitchen, a path, a corner. A picture says it best.',
      'Who got you into {niche}?': 'Tag the person and say thank you. That is the whole task for today.',
      'Your proudest moment in {niche}, please.': 'It does not have to impress anyone. It only has to be yours.',
      'What is your favourite story about {niche}?': 'Funny, proud or painful. Tell it in five sentences or fewer.',
    },
  },
  lastSlide: { title: 'Save this for later', body: 'And tell us which point was new to you.' },
} satisfies LanguageData;

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
    thousand night nights morning mornings evening difference grams degrees dollars euros pounds litres miles`,
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
    start: `
      the (effects?|results?|reasons?|differences?|plans?|vote|scheme|teams?|compan(y|ies)|firm|stud(y|ies)|report
      authors?|researchers?|group|projects?|changes?|problems?|answers?|questions?|idea|trick|points?|rules?|methods?
      process|couple|family|woman|man|boy|girl|children|building|house|town|village|place|app|tool|device|deal
      decision|event|figures?|numbers?|opposition|proposal|law|measure|gap|catch|exception|alternative|usual \\p{L}+
      new|old|next|remaining|whole thing|work|data|sample|site|scene|trip|job|price|cost|latter)(?= )
      others?|other \\p{L}+|after the (storm|war|vote|fire)|in fact|of course|indeed|like that|no wonder|either
      one day|that['’]s|there['’]s|yes|no,|sure,|(some|many|most|few|several|each|all|both|none|one|two|three|half) (is|are|was|were|has|have|had|do|does|did|can|will)`,
    words: `
      this|these|that['’]s|therefore|ones|such(?! as)|than before|as before|until then|since then|by then|back then
      from then on|afterwards|meanwhile|instead(?! of)|too(?=[.,])|as well(?=[.,])|also|either(?=[.,])|the former
      the same(?!.{1,40}\\bas\\b)|the others?|those(?! (who|that|with|of|which))|she|he|him|her(?= )|hers|his`,
    patterns: [
      /^(\S+\s+){1,3}(it|they|them|its|their)(?!\p{L})/iu,
      /^(\S+\s+){1,8}(it|them)\.$/iu,
      /(^|[,;:] |\b(and|but|because|so|of|to|than|with|from|by|at|for|after|before|about) )that( (is|was|means|made|makes|has|had|would|will|can|does)\b|[,.;])/iu,
      /^[^,]{1,60}\b(it|they)['’](s|re|d|ll)\b/iu,
    ],
  },
  boilerplate: `
    subscribe (to|now|for|below|here)|(our|my|free) newsletter|newsletter every|cookies?|click|sign up|log in|read more|read on|follow (us|me|her|him)|share this
    in this (article|post|guide|section)|this (article|post|guide|page|website|site)
    our (readers|site|newsletter|website|team|partners|shop)|affiliate|commission|sponsored|advertis~|photo|credit
    copyright|all rights reserved|terms of (use|service)|privacy policy|table of contents|comments?|disclosure
    disclaimer|editor|certified|has been writing|lives (in|with)|author of|buy now|shop now|discount
    start your free trial|free (download|guide)|got a tip|e?mail the author|does not replace medical|financial advice
    book a demo|leave a comment|tickets are available|our shop`,
  firstPerson: `
    I|I['’](m|ve|d|ll)|my|me|mine|myself|we|we['’]re|we['’]ve|we['’]d|we['’]ll|us|our|ours|ourselves
    let['’]s`,
  definite: /^the (\p{L}{4,})(?! of(?!\p{L}))/iu,
  announcing: {
    start: "here['’]s|here (is|are) (what|how|why|the)",
    words: `
      (the|these|those) (following|steps below)|as follows
      (there are|with|in|of|to) (two|three|four|five|six|seven|several) (things|reasons|ways|steps|points|tips|rules|mistakes)`,
  },
  reported: {
    subject: [
      [
        /^(in \d{4},? )?we (looked at|analy[sz]ed|measured|surveyed|compared|examined|studied|tracked|counted|collected|interviewed|reviewed|observed|recorded|evaluated|monitored|sampled|polled|found)(?!\p{L})/iu,
        '$1the authors $2',
      ],
    ],
    rest: [
      [/(?<!\p{L})we(?!\p{L})/gu, 'they'],
      [/(?<!\p{L})our(?!\p{L})/gu, 'their'],
    ],
  },
  stale: `
    yesterday|tomorrow|tonight
    (last|next|this) (week|weekend|month|year|spring|summer|autumn|fall|winter|morning|(mon|tues|wednes|thurs|fri|satur|sun)day)
    recently|earlier this|later this|so far this`,
  advice: {
    start: "never|always|do not|don['’]t",
    words: 'should|must|needs? to|avoid|is better|better than|at least|is worth|are worth|rather than',
    patterns: [
      /(^|[:;,] )(keep|choose|start|leave|use|try|change|buy|bring|add|write|warm|wait|bake|remove|freeze|store|check)\s/iu,
      /(^|[:;,] )(test|put|set|ask|take|turn|move|apply|look|let|give|see|get|turn|cancel|hire|compare|pay|make|cool|preheat|protect|report)\s/iu,
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
    instructions|method|equipment|directions|preparation|what you( will|['’]ll)? need|good to know|tips|my tips|nutrition
    how to (do|make) it|step by step|the steps|storage|serving|variations|would this work for everyone`,
  nounMarkers: 'a an the your our their his her its of with for in on from by',
  beforePlaces: 'in|near|across',
  quotes: ['“', '”'],
  credit: 'Source: {title}',
  fromTitle: 'From “{title}”:',
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
} satisfies LanguageData;

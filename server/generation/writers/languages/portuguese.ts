import type { LanguageData } from './language-data.ts';

/** The phrases are Brazilian; the word lists cover both variants. */
export const portuguese = {
  tag: 'pt',
  stopwords: `
    a à agora ainda algo alguém algum alguma algumas alguns ali ao aos apenas após aquela aquele aquilo aqui as às
    assim até bastante bem boa bom cada cerca coisa coisas com como contra da dá das de deixa deixar dela dele deles
    depois desde dessa desse desta deste deve devem dia dias do dois dos duas durante e é ela elas ele eles em
    enquanto então entre era eram essa essas esse esses esta está estão estas este estes eu fazem fazer faz fez fica
    ficam ficar foi for foram grande há isso isto já lá lhe logo longe maior mais mas me melhor menor menos mesma
    mesmo meu meus minha muita muitas muito muitos na nada não nas nem nenhum nenhuma nessa nesse nesta neste no nos
    nós nossa nosso num numa nunca o onde os ou outra outras outro outros para parte pela pelas pelo pelos perto pode
    podem pois por porque pouca pouco poucos precisa precisam primeira primeiro próxima próximo quais qual qualquer
    quando quanto quase que quem se segundo seja sem sempre senão ser seu seus sete seis só sob sobre sua suas também
    tanto tão tem têm ter toda todas todo todos três tudo um uma umas uns vai vale vamos vão vários vem ver vez vezes
    você vocês volta ano anos mês meses semana semanas hora horas minuto minutos quatro cinco oito nove dez metade
    gente pessoas pessoa maioria tempo jeito tipo vinte trinta quarenta cinquenta cem mil reais gramas graus litros
    quilómetros`,
  abbreviations: `
    Sr|sr|Sra|sra|Srta|srta|Dr|dr|Dra|dra|Prof|prof|Profa|profa|etc|p. ex|aprox|núm|nº|pág|Av|av|Exmo|Ltda|séc|d. C
    a. C`,
  dangling: {
    start: `
      porém|no entanto|contudo|entretanto|todavia|mas|e|ou|pois|então|assim|além disso|também|depois|em seguida
      por isso|portanto|logo,|por exemplo|ou seja|isto é|aliás|enquanto isso|finalmente|por fim|por último|primeiro
      segundo,|terceiro|em primeiro lugar|por outro lado|em compensação|isso|isto|aquilo|esse|essa|esses|essas|este
      esta|estes|estas|aquele|aquela|ele|ela|eles|elas|seu|sua|seus|suas|nele|nela|dele|dela|ambos|ambas|outro|outra
      os outros|as outras|o mesmo|a mesma|os dois|as duas|o resto|aqui|ali|lá|é (assim|aí|por isso)|senão
      caso contrário|nenhum deles|nenhuma delas`,
    words: 'acima|abaixo|mencionad[oa]s?|citad[oa]s?|(diz|explica|conta) (ele|ela)',
    patterns: [
      /^\S+( \S+){0,2} (mais tarde|depois)(?!\p{L})/iu,
      /(?<!\p{L})[oa] (segund[oa]|terceir[oa]|últim[oa]) (passo|ponto|motivo|erro|razão)/iu,
    ],
  },
  leaning: {
    start: `
      [oa]s? (resultados?|efeitos?|motivo|razão|razões|diferença|plano|projeto|empresa|equipe|grupo|estudo|relatório|autores
      resposta|pergunta|ideia|problema|regra|método|família|mulher|homem|prédio|casa|decisão|medida|exceção|preço|custo
      obra|obras|oposição|associação|marca|demais|resto|segund[oa]|terceir[oa]|nov[oa]s?|outr[oa]s?|conteúdo|régua)(?= )
      é|era|foi|são|eram|está|estão|estava|tem|têm|tinha|pode|podem|se estiver|trata-se|não se trata|vão|custam?|parece
      foi então|nenhuma? outr[oa]|hoje o índice|na décima|alguns são|algumas são|muitos são|nasceram|nasceu|durante as
      para ela|para ele|no último|desde então|ainda assim|mesmo assim|do contrário|a partir d(ess|est)`,
    words: `
      ess[ea]s?|est[ea]s?|isso|isto|diss[oa]|dist[oa]|nisso|nisto|dess[ea]s?|dest[ea]s?|ness[ea]s?|nest[ea]s?|del[ea]s?
      nel[ea]s?|aquel[ea]s?|daquel[ea]s?|ele|ela|eles|elas|também|além disso|porém|no entanto|contudo|entretanto|então|por isso
      portanto|assim(?! que)|depois(?! (de|d[oa]s?|que))|ambos|ambas|o mesmo|a mesma|os mesmos|as mesmas|os demais|as demais
      os dois|as duas|os outros|as outras|ali|lá|daí|aqui|antes(?=[.,])|tanto(?! .{1,40}quanto)|lhe|lhes`,
    patterns: [/^(\S+ ){0,5}(seus?|suas?)(?!\p{L})/iu, /^\p{L}+(ou|eu|iu|aram|eram|iram|ava|avam|ia|iam)(?!\p{L})/iu],
  },
  boilerplate: {
    parts: `
      assin(e|ar|atura)|newsletter|boletim|cookies?|cliqu|cadastr|inscrev|siga|compartilh(e|ar) (est|ess)
      neste (artigo|texto|guia|post)|este (artigo|texto|guia|post|site)
      noss[oa]s? (site|loja|equipe|leitores|newsletter|redação)|afiliad|publicidade|patrocinad|direitos reservados
      política de privacidade|termos de uso|comentários?|e-mail|baixe|foto ?:|crédito|leia também|veja também|sumário
      jornalista|é autora? de|escreve sobre`,
  },
  firstPerson: `
    eu|meu|minha|meus|minhas|me|mim|comigo|nós|noss[oa]s?|a gente|moro|tenho|acho|faço|sou|estou|vou|posso|quero|fiz|vi
    (?!(últi|míni|máxi|próxi|anôni|legíti|péssi|óti|déci|maríti|ínti|extre|ra|mes|pri|re|supre|ter|cal|siste|proble|te|progra|insu|consu)mos(?!\\p{L}))\\p{L}+(a|e|i|á|ê|í)mos
    fomos|(?!(l|r|h)ei(?!\\p{L}))\\p{L}{2,}ei`,
  definite: /^[oa]s? (\p{L}{4,})(?! d)/iu,
  announcing: {
    start: 'veja o que|confira|veja a seguir',
    words: `
      o seguinte|[oa]s seguintes|a seguir
      (dois|duas|três|quatro|cinco|seis|vários|várias) (coisas|razões|passos|formas|pontos|dicas|regras|erros|motivos)`,
  },
  reported: {
    subject: [[/^(analis|estud|compar|entrevist|observ|avali)amos(?!\p{L})/iu, 'os autores $1aram']],
    rest: [
      [/(?<!\p{L})noss[oa](?!\p{L})/gu, 'seu'],
      [/(?<!\p{L})noss[oa]s(?!\p{L})/gu, 'seus'],
    ],
  },
  stale: `
    ontem|amanhã|hoje de manhã|(na|a) semana (passada|que vem)|(no|o) mês (passado|que vem)
    (no|o) ano (passado|que vem)|(n?est|n?ess)[ea] (ano|semana|mês|verão|inverno|primavera|outono)
    próxim[oa] (mês|semana|ano)|recentemente`,
  advice: {
    words: `
      devem? ~r|precisam?|evite|evitar|é melhor|melhor (do )?que|pelo menos|comece|escolha|use|deixe|guarde|prefira
      experimente|reserve|observe|mantenha|basta|bastam|vale a pena|convém|anote|compre|escreva|leve|peça`,
    patterns: [/^(nunca|não) \p{L}+[ea](?!\p{L})/iu],
  },
  narrative: {
    words: `
      foi|era|eram|tinha|tinham|havia|fez|veio|disse|começou|devia|podia|queria|ria|dizia|fazia|vivia|sabia|há \\w+ anos`,
    patterns: [/\p{L}{2}(ou|eu|iu|aram|eram|iram|ava|avam)(?!\p{L})/iu],
  },
  memorable: `
    nunca|sempre|nada|ninguém|raramente|só(?= )|apenas|verdade|não .{3,60} mas|mais .{3,40} que|menos .{3,40} que
    vale a pena|muda|melhor (do )?que`,
  emptyHeadings: `
    e agora|o que vem agora|introdução|conclusão|resumo|resumindo|em resumo|ingredientes|modo de preparo|materiais
    perguntas frequentes|para terminar|contexto|notas|dicas|passo a passo|preparo|conservação|o que você precisa`,
  nounMarkers: `
    o a os as um uma uns umas do da dos das no na nos nas ao à de seu sua seus suas com em para por pelo pela`,
  nounsFirst: true,
  infinitives: '[aei]r',
  beforePlaces: 'em',
  quotes: ['“', '”'],
  credit: 'Fonte: {title}',
  fromTitle: 'De “{title}”:',
  prompts: {
    quote: {
      '{niche} em três palavras, por favor.': 'Sem frases e sem explicações. As três primeiras que vierem.',
      '{niche}, complete a frase: “O que mais demorei a entender é …”':
        'Pense um minuto antes de responder. As respostas calmas costumam ser as boas.',
      '{niche}: que frase ficou com você?':
        'De um livro, de uma professora, de um amigo. Escreva aqui e diga de quem é.',
    },
    tips: {
      '{niche}: qual é a sua melhor dica, em uma frase?':
        'Curta para lembrar, boa para passar adiante. Os comentários são a lista.',
      '{niche}: o que você diria a quem começa hoje?':
        'Uma dica por pessoa. Juntas, elas formam o guia que todo mundo queria ter tido.',
      '{niche}: o que mais poupa o seu tempo?':
        'Uma ferramenta, uma ordem, um truque. Conte um, para que outros testem.',
    },
    how_to: {
      '{niche}, dez minutos por dia: o que você faria?':
        'Planos reais de dias reais. Ninguém precisa de rotinas perfeitas.',
      '{niche}: em que você está trabalhando esta semana?': 'Escreva aqui e volte no domingo para contar como foi.',
      '{niche}: como você faz, passo a passo?': 'Primeiro, segundo, terceiro. Escreva como explicaria a um amigo.',
    },
    question: {
      '{niche}: o que você queria ter sabido no começo?':
        'Sua resposta pode poupar um ano inteiro a quem está começando.',
      '{niche}: que pergunta você tem vergonha de fazer?': 'Faça agora. Todo mundo começou um dia.',
    },
    opinion: {
      '{niche}: que hábito você não largaria nunca?':
        'Pequeno ou grande, comum ou estranho. Diga qual é e por que ele fica.',
      '{niche}: que conselho você não segue mais?':
        'Mudar de ideia também se aprende. Conte o que você achava antes e o que faz hoje.',
      'Opiniões impopulares sobre {niche}, por favor.':
        'Diga o que pensa de verdade, com gentileza para quem vê de outro jeito.',
      '{niche}: o que é valorizado demais, e o que é valorizado de menos?': 'Uma coisa de cada. Razões são bem-vindas.',
    },
    facts: {
      '{niche}: o que é mais difícil do que parece?': 'Vamos montar a lista sincera que nenhum folheto publicaria.',
      '{niche}: que fato surpreende todo mundo?': 'Conte o que você sabe e onde aprendeu.',
      '{niche}: em que quase todo mundo se engana?': 'Diga qual é o mito e corrija nos comentários.',
    },
    story: {
      '{niche}: quem passou esse gosto para você?': 'Marque a pessoa e agradeça. É a única tarefa de hoje.',
      '{niche}: qual é a sua melhor história?': 'Engraçada, orgulhosa ou sofrida. Cinco frases bastam.',
      '{niche}: como tudo começou para você?': 'Um acaso, um presente, um domingo de chuva. Conte o começo.',
    },
  },
} satisfies LanguageData;

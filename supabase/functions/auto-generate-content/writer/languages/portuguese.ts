import type { LanguageData } from './language-data.ts';

/** Brazilian in its phrases; the word lists know both sides of the Atlantic. */
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
  leaning: 'ess[ea]s?|est[ea]s?|diss[oa]|nisso|dess[ea]s?|ness[ea]s?|del[ea]s?',
  boilerplate: {
    parts: `
      assin(e|ar|atura)|newsletter|boletim|cookies?|cliqu|cadastr|inscrev|siga|compartilh(e|ar) (est|ess)
      neste (artigo|texto|guia|post)|este (artigo|texto|guia|post|site)
      noss[oa]s? (site|loja|equipe|leitores|newsletter|redação)|afiliad|publicidade|patrocinad|direitos reservados
      política de privacidade|termos de uso|comentários?|e-mail|baixe|foto ?:|crédito|leia também|veja também|sumário
      jornalista|é autora? de|escreve sobre`,
  },
  firstPerson: 'eu|meu|minha|meus|minhas|me|mim',
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
    perguntas frequentes|para terminar|contexto|notas`,
  nounMarkers: `
    o a os as um uma uns umas do da dos das no na nos nas ao à de seu sua seus suas com em para por pelo pela`,
  nounsFirst: true,
  infinitives: '[aei]r',
  beforePlaces: 'em',
  templateNames: {
    quote: 'cita[cç][oõ]es|frases?|motivaç~|inspiraç~',
    how_to: 'tutoriais|tutoriel|passo a passo|como fazer|guia',
    tips: 'dicas?|truques?|listas?|carrossel',
    question: 'perguntas?|enquetes?',
    facts: 'fatos|números?|curiosidades?|você sabia',
    opinion: 'opini[aã]o|opini[oõ]es|ponto de vista',
    insight: 'bastidores|reflex[aã]o|reflex[oõ]es|aprendizados?',
    story: 'hist[oó]rias?|relatos?',
  },
  quotes: ['“', '”'],
  credit: 'Fonte: {title}',
  joinTitle: '{niche}: {hook}',
  tagPhrases: ['dicas de {niche}', 'ideias de {niche}'],
  shortListHook: 'Vale saber sobre {niche}:',
  hooks: {
    figure: 'Você sabia?|Um número para lembrar:|Em números:|O número do dia:|Vale anotar o número:',
    tip: 'Dica do dia:|Experimente:|Vale testar:|Uma pequena mudança:|Para pôr em prática:|Uma dica para guardar:',
    insight: `
      Vale saber:|Um detalhe que faz diferença:|Para anotar:|Fácil de esquecer:|Um lembrete útil:|Hoje em {niche}:
      Guarde esta ideia:`,
    list: `
      {n} coisas que vale saber sobre {niche}|{n} pequenas mudanças que fazem diferença
      Salve: {n} ideias sobre {niche}|{niche} em {n} pontos|{n} ideias para testar esta semana
      Para começar: {n} anotações`,
    notes: `
      {n} coisas que vale saber sobre {niche}|{niche} em {n} pontos|Para guardar: {n} anotações sobre {niche}
      {niche}: {n} pontos para lembrar|{n} anotações para guardar|{n} pontos para lembrar`,
    steps: `
      {niche}, passo a passo|Como fazer, em {n} passos|Seu plano em {n} passos|Nesta ordem:
      Uma rotina simples em {n} passos|Para salvar: {n} passos`,
    question: `
      Você já sabia disso?|Parece familiar?|Você já tinha reparado?|Qual é a sua experiência?|Você teria adivinhado?
      Você já tinha pensado nisso?|O que você me diz?`,
    opinion: `
      Concorda ou discorda?|Com você também é assim?|Você assinaria embaixo?|Você vê do mesmo jeito?
      Exagero ou verdade?|E você, o que diria?`,
    quote: 'Palavras para guardar:|Vale ler duas vezes:|Uma frase para lembrar:|Para os dias difíceis:|Vale repetir:',
    fact: 'Você sabia?|O fato do dia:|Para contar no jantar:|Nem todo mundo sabe:|Uma curiosidade:',
    story: 'Uma pequena história:|Imagine a cena:|Foi assim:|Uma cena que merece ser contada:|Hora da história:',
  },
  callsToAction: {
    figure: 'Surpreende você?|Passe adiante para quem não acreditaria.|Você teria adivinhado?|Salve este número.',
    tip: `
      Teste e conte como foi.|Salve para depois.|Você já faz isso?|Mande para quem precisa ler.
      O que funciona para você?`,
    insight: `
      O que você acrescentaria?|Salve para depois.|Mande para quem precisa ler.|E você, o que acha?
      Bate com a sua experiência?`,
    list: `
      Qual você vai testar primeiro?|Salve esta lista.|Que ponto você incluiria?|Mande para alguém que está começando.
      Quantas você já faz?`,
    notes: `
      Qual ponto foi novidade para você?|O que você acrescentaria?|Salve para depois.|Qual deles mais surpreende você?`,
    steps: `
      Salve e teste esta semana.|Qual passo é o mais difícil para você?|Conte como foi.|O que você faria diferente?`,
    question: 'Responda nos comentários.|Conte a sua experiência.|Uma frase basta.|O que você acha?',
    opinion: 'Conte por quê.|Uma palavra basta.|Queremos ouvir os dois lados.|Tente nos convencer.',
    quote: `
      Quando isso já foi verdade para você?|Guarde para o dia em que precisar.|Quem deveria ler isto hoje?
      Compartilhe se fizer sentido para você.`,
    fact: `
      Você já sabia?|Passe adiante para quem não acreditaria.|Você teria adivinhado?
      Que fato a gente deveria conhecer?`,
    story: 'Conte a sua história.|Mande para alguém que vai gostar.|O que isso lembra você?|Qual frase fica com você?',
  },
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
  lastSlide: { title: 'Salve para depois', body: 'E conte qual ponto foi novidade para você.' },
} satisfies LanguageData;

/** Verbs that introduce what others said or thought. */
export const REPEATED =
  /(?<!\p{L})(?:said|told|thought|meinte\p{L}*|sagte\p{L}*|gesagt|dachte\p{L}*|findet|a dit|ont dit|disait|pensais|dijo|dijeron|pensé|pensaba|ha detto|pensavo|disse|pensei)(?!\p{L})/iu;
/** Times of a statement. From today is excluded, because it starts a new state. */
const MOMENT =
  /(?<!(?:since|from|as of|seit|ab|depuis|desde|da|de|à partir d['’]?)\s?)(?<!\p{L})(?:today|tonight|yesterday|tomorrow|this (?:morning|evening|week|month)|last (?:night|week|month|year)|at the moment|currently|heute|gestern|morgen|derzeit|aujourd['’]hui|demain|hoy|ayer|mañana|oggi|ieri|domani|hoje|ontem|amanhã)(?!\p{L})|今日|昨日|明日/iu;
/** Words about an earlier time. */
const EARLIER =
  /(?<!\p{L})(?:used to|once|formerly|originally|back then|in the past|früher|damals|einst|ursprünglich|lag(?:en)?|kostete[nt]?|autrefois|coûtait|auparavant|antes|antaño|costaba|valía|prima|costava|antigamente)(?!\p{L})/iu;
/** Statements with a subject that names no element: it is 24 €. */
const POINTED_AT =
  /(?<![\p{L}'’])(?:it|this|that)(?:['’]s| is| costs?| goes| went| rose| jump(?:s|ed)| dropped| fell| has (?:gone|risen))(?!\p{L})|^(?:und |aber )?(?:das|es|dies) (?:ist|sind|kostet|macht|springt|ging)(?!\p{L})|(?<!\p{L})c['’]est(?!\p{L})|^(?:ça|cela) (?:coûte|fait)(?!\p{L})|^(?:eso |esto )?(?:son|cuesta)(?!\p{L})/iu;
/** The time at which a comment is written: it is 9:00 now. */
const TIME_OF_DAY =
  /(?:it['’]s|it is|es ist|il est|son las|es la|sono le|são)\s+(?:now |already |only |jetzt |schon |erst |déjà |ya |già )?\d{1,2}(?::\d\d|\s?[ap]\.?m|\s?h|\s?Uhr)/iu;
/** Words of a new state, which an author knows: it costs 24 € now. */
const NEW_STATE =
  /(?<!\p{L})(?:now|from(?!\s*\P{L})|since|as of|new|jetzt|nun|ab|seit|neu|désormais|maintenant|depuis|à partir|ahora|desde|a partir|adesso|ora|agora)(?!\p{L})/iu;
/** Actions of other people: you raised it. */
const DONE_BY_OTHERS =
  /^(?:you|they|somebody|someone|people|he|she|everybody|everyone|ihr|sie|jemand|alle|vous|ils|elles|alguien|ellos|ustedes|voi|loro|qualcuno|alguém|vocês)\s+(?!should|must|can|could|need|have to|would|solltet|müsst|könnt|devez|devriez|pouvez|pourriez|deben|pueden)|(?<!\p{L})(?:sells|charges|asks|offers|verkauft|verlangt|vend|demande|vende|cobra)(?!\p{L})/iu;
/** Names of other sellers: at Aldi. */
const OTHER_SELLER = /(?<!\p{L})(?:[Aa]t|[Bb]eim?|[Cc]hez|[Ss]u)\s+(?:the |le |la |el |dem )?\p{Lu}\p{L}+/u;
/** Opinions of a value. */
const OPINION =
  /(?<!\p{L})(?:seems?|sounds?|feels?|appears?|klingt|wirkt|scheint|semble|paraît|parece|suena|sembra|nobody|no one|niemand|keiner|nadie|nessuno|ninguém|bills?|invoices?|receipts?|rechnung|facture|factura|fattura|fatura|facturé|berechnet|cobrado)(?!\p{L})|請求書|^(?:at|with|for|bei|mit|für|zum preis von|avec|pour|con|por)\s+[^\s\p{L}]*\d[^\s]*(?:\s?[€$£])?(?:\s+\p{L}+){2}|(?:must|can(?:no|['’])t|may|might) be (?:an? )?(?:mistake|error|typo|wrong|right|joke)/iu;
/** Calls and meetings. */
const APPOINTMENT =
  /(?<!\p{L})(?:call(?:ed)?|ring|phone|text|mail|email|meet|remind|ruft?|triff|llam[ae]n?|appele[rz])\s+(?:me|us|you|mich|uns|moi|nous)(?!\p{L})|(?<!\p{L})(?:rang|met|talk|speak|meet(?:ing)?|sprechen|treffen|parler|hablar|parlare|falar)(?!\p{L})|(?:appele|rappele)[rz]-(?:moi|nous)|(?<!\p{L})llám[ae](?:n?me|nos)(?!\p{L})/iu;

/** Whether a clause is about a call or a meeting. */
export const isAppointment = (clause: string): boolean => APPOINTMENT.test(clause);

/** Words that something shown is wrong, or that another value stands there. */
const CORRECTION =
  /(?<!\p{L})(?:wrong|incorrect|outdated|not|instead|updat\p{L}*|falsch\p{L}*|nicht|statt|veraltet|faux|fausse|pas|au lieu|incorrect[oa]|mal|no|sbagliat[oa]|non|invece|errad[oa]|não)(?!\p{L})/iu;

/** Whether a comment calls something wrong, so that a value beside it is the right one. */
export const isCorrection = (comment: string): boolean => CORRECTION.test(comment);

/**
 * Returns whether a clause only mentions a value: a state, an earlier value, an action of others or
 * an opinion. Such a value may be right or wrong; the clause does not ask for it.
 */
export const isTold = (clause: string, isOfCorrection: boolean): boolean =>
  [REPEATED, MOMENT, EARLIER, TIME_OF_DAY, DONE_BY_OTHERS, OTHER_SELLER, OPINION].some((words) => words.test(clause)) ||
  (POINTED_AT.test(clause) && !isOfCorrection && !NEW_STATE.test(clause));

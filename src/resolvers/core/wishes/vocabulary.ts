/** Pattern of words in the languages of the overlay; Japanese has no spaces around them. */
const words = (western: string, japanese: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${western})(?!\\p{L})|${japanese}`, 'iu');

/** Words of a clause that asks for something. */
export const REQUEST = words(
  "make|should|must|please|pls|could|can|would|want|needs?|let|let's|change|increase|decrease|reduce|use|set|turn|prefer|try|" +
    'has to|have to|ought to|remove|delete|hide|add|move|put|show|rename|replace|call|write|swap|align|cent(?:er|re)|link|fix|correct|update|' +
    'enlarge|shrink|darken|lighten(?! up)|paint|drop|raise|lower|' +
    'mach\\p{L}*|soll\\p{L}*|muss|müss\\p{L}*|bitte|könn\\p{L}*|kann|wünsch\\p{L}*|hätten?|änder\\p{L}*|nenn\\p{L}*|schreib\\p{L}*|' +
    'entfern\\p{L}*|lösch\\p{L}*|verschieb\\p{L}*|zeig\\p{L}*|ersetz\\p{L}*|zentrier\\p{L}*|verlink\\p{L}*|' +
    'erhöh\\p{L}*|vergrößer\\p{L}*|verkleiner\\p{L}*|abdunkel\\p{L}*|aufhell\\p{L}*|tausch\\p{L}*|streich\\p{L}*|' +
    "fai(?:re|tes|s)|devrai\\p{L}*|doi\\p{L}*|s'il (?:vous|te)|svp|merci|pouv\\p{L}*|pourr\\p{L}*|peut|voudr\\p{L}*|préf[éè]r\\p{L}*|mett\\p{L}*|" +
    'écri(?!te?s?(?!\\p{L}))\\p{L}*|appel\\p{L}*|remplac\\p{L}*|faut|faudrait|ajout\\p{L}*|supprim\\p{L}*|déplac\\p{L}*|' +
    'change[rz]|modifi\\p{L}*|augmente[rz]?|rédui\\p{L}*|agrandi\\p{L}*|passe[rz]|fonce[rz]|assombri\\p{L}*|éclairci\\p{L}*|' +
    'hac\\p{L}*|haz\\p{L}*|debe\\p{L}*|por favor|pued\\p{L}*|podr\\p{L}*|quier\\p{L}*|gustaría|cambi\\p{L}*|pon(?!e(?!\\p{L}))\\p{L}*|hay que|necesit\\p{L}*|' +
    'escrib\\p{L}*|llám\\p{L}*|reemplaz\\p{L}*|añad\\p{L}*|quit\\p{L}*|elimin\\p{L}*|mov\\p{L}*|muev\\p{L}*|' +
    't(?:ien|en[eí]|end)\\p{L}* que|podéis|podemos|aumenta\\p{L}*|reduc\\p{L}*|agr[aá]nda\\p{L}*|oscurec\\p{L}*|aclara\\p{L}*',
  'ください|下さい|してほしい|して欲しい|お願い|べき|もらえ|いただけ|できますか|できませんか|変え|変更|にして|が(?:いい|良い)です',
);

/** Words that suggest a text without asking for it. */
export const SUGGESTION = words('better|rather|instead|lieber|besser|plutôt|mieux|mejor', 'の方が|のほうが');

/** Words beside a quotation that is the new name, or follows the name of a property. */
export const NAMING =
  /^(?:(?:please|then|just)\s+)?(?:say|read)\s|^(?:(?:the|new|der|die|das|neue[rs]?|le|la|nouveau|nouvelle|el|nuev[oa])\s+)*(?:text|wording|label|title|headline|heading|caption|name|button|knopf|bouton|botón|überschrift|titel|beschriftung|texte|titre|libellé|texto|título|etiqueta)(?:\s+(?:bitte|please|svp))?\s*:\s*[\uE000-\uE0FF]|called [\uE000-\uE0FF] now(?!\p{L})|now called [\uE000-\uE0FF]|heißt (?:jetzt|nun|ab sofort) [\uE000-\uE0FF]|s['’]appelle (?:désormais|maintenant) [\uE000-\uE0FF]|se llama ahora [\uE000-\uE0FF]|正しくは[\uE000-\uE0FF]/iu;

/** Words of a clause that says how something shall not be. */
export const NEGATION =
  /(?<!\p{L})(?:\p{L}+n['’]t|not|never|no|without|cannot|nicht|kein\p{L}{0,2}|nie|niemals|ohne|ne|pas|jamais|sans|nunca|jamás|sin|tampoco|non(?!-)|não|nem|senza)(?!\p{L})|(?<!\p{L})n['’](?=\p{L})|しないで|ないで|やめ|ではなく|じゃなく|必要はない/iu;

/** Words of a request whose result depends on something else. */
export const CONDITION = words('if|unless|when|wenn|falls|si|sauf|quand|cuando', 'なら|たら|場合');

/** Words of a sentence about other elements, parts or states, or about what shall stay. */
export const ELSEWHERE = words(
  'next to|beside|behind|others?|another|else|only|just the|the rest|the (?:first|second|third|last)|(?:above|below) (?:it|this|should)|the \\p{L}+ (?:above|below|underneath)|everything|everywhere|(?:whole|entire) (?:page|site)|' +
    'next door|after (?:the |a )?(?:click|submit)\\p{L}*|once (?:clicked|sent)|on click|every (?:second|other)|tool-?tips?|placeholders?|attributes?|alt text|' +
    'page title|titles? of the page|title tags?|browser tab|meta description|subject line|e?-?mail subject|seitentitel|betreffzeile|titre de la page|título de la página|titolo della pagina|título da página|' +
    'in the (?:footer|header|menu|sidebar|e?-?mails?|newsletter|app|shop|store)|in (?:english|german|french|spanish|japanese)|' +
    '(?:on|for|in|auf|am|im|bei|sur|en) (?:(?:my|an?|the|dem|der|einem|meinem|le|la|les|mon|un|una?|el|mi|small(?:er)?|touch|kleineren|kleinen|petits|pequeñas) ){0,2}' +
    '(?:i?phones?|ipads?|android|smartphones?|tablets?|tablettes?|laptops?|devices|screens|bildschirmen|telefon|safari|firefox|chrome|landscape|dark[- ]?mode|dunkelmodus|print|ausdruck|pdf|' +
    'téléphone|portable|écrans|teléfono|celular|móvil|pantallas)|(?:mobile(?: view)?|iphones?|ipads?|smartphones?|tablets?|tablettes?|dark[- ]?mode|móvil)(?=\\s?:)|' +
    '(?<!(?:at|after|above|in) )all(?!-| (?:day|the time))|(?:every|each)(?! (?:day|week|month|year|time))|alle[nrs]?|jede[nrs]?(?! (?:tag|woche|monat|jahr))|sämtliche|' +
    'tou(?:s|tes)(?! les (?:jours|semaines|mois))|chaque(?! (?:jour|semaine|mois))|tod[oa]s(?! l[oa]s (?:días|semanas|meses))|cada(?! (?:día|semana|mes))|' +
    'hover\\p{L}*|focus\\p{L}*|mouse|(?:on|for) (?:my |a |the )?(?:mobile|phones?|tablets?|desktop|small screens?)|keep|leave|stays?|remain|' +
    'nach dem (?:klick|absenden)\\p{L}*|beim (?:klick|hover)\\p{L}*|jede[rs]? zweite|platzhalter|(?:im|in der) (?:footer|header|fußzeile|kopfzeile|menü|mails?|newsletter|laden)|auf (?:englisch|deutsch)|' +
    'neben|daneben|dahinter|darüber|darunter|alles|überall|ander\\p{L}*|sonst|nur|der rest|erste[nrs]?|zweite[nrs]?|letzte[nrs]?|handy|mobil|drüber|maus\\p{L}*|lassen|bleib\\p{L}*|' +
    "après (?:le |un )?clic|au clic|info-?bulle|dans (?:le pied de page|l['’]en-tête|le menu|l['’]e-?mail|le magasin|la boutique)|" +
    "à côté|derrière|d['’]à côté|(?:au|ci|en)[- ]dess(?:o?us)|partout|autres?|seul(?:e|ement|s)?|le reste|premi(?:er|ère)|deuxième|dernière?|survol|sur (?:mobile|tablette)|gard\\p{L}*|laiss\\p{L}*|" +
    'al hacer clic|tras (?:el )?clic|en (?:el pie|la cabecera|el menú|el correo|la tienda)|' +
    'al lado|detrás|de (?:arriba|abajo)|otr[oa]s?|sol[oa]|sólo|solamente|el resto|primer[oa]?|segund[oa]|últim[oa]|móvil|dej\\p{L}*|mant\\p{L}*',
  'クリック(?:後|したら|すると)|全部|すべて|全て|携帯|iPhone|iPad|タブレット|印刷|フッター|ヘッダー|メール|ツールチップ|プレースホルダ|隣|他の|以外|だけ|最初|最後|ホバー|スマホ|モバイル|のまま',
);
/** Words of a comment whose author asks whether to change something. */
export const DOUBT = words(
  'not sure|unsure|no idea|undecided|whether|(?:should|shall) we|or (?:is|should|would|not)|nicht sicher|unsicher|ob|' +
    '(?:sollen|sollten) wir|oder (?:ist|soll|nicht)|pas sûre?s?|ou (?:est|pas)|devrait-on|doit-on|no estoy segur[oa]|o (?:es|no)',
  'かどうか|迷って',
);
/** A comparative of a noun that is another thing than the element: a darker roast. */
export const OTHER_NOUN =
  /(?<!\p{L})(?:[Ll]arger|[Bb]igger|[Ss]maller|[Dd]arker|[Ll]ighter|[Bb]righter)\s+(?!(?:please|pls|and|or|but|than|then|again|now|here|so|too|also|in|on|for|to|by|at|if|as|with|of|as|a|the|fonts?|text|letters?|type|writing|sizes?|buttons?|head(?:ing|line)s?|titles?|prices?|labels?|links?|background|colou?rs?|shades?|tones?|blue|green|red|gr[ae]y|black|version|instead|everywhere|thanks?)(?!\p{L}))\p{L}|(?<!\p{L})(?:[Gg]röße|[Kk]leine|[Dd]unkl|[Hh]eller)\p{L}*\s+(?!(?:Schrift|Text|Buchstaben|Farb|Hintergrund|Rahmen|Überschrift|Titel|Knopf|Knöpfe|Preis|Blau|Grün|Rot|Grau|Ton|Töne))\p{Lu}/u;
/** Things whose looks no record of a text confirms. */
export const THINGS = words(
  'logos?|icônes?|iconos?|images?|pictures?|photos?|videos?|icons?|arrows?|shadows?|underlines?|maps?|charts?|areas?|market|difference|choice|selection|range|' +
    'bild(?:er)?|fotos?|karten?|fläche|auswahl|unterschied|carte|zone|choix|différence|imagen(?:es)?|mapas?|zona|diferencia',
  'ロゴ|画像|写真|地図|差',
);
/** Words of a statement of how something is, or was. */
export const STATES = words(
  'is|are|was|were|looks?|appears?|seems?|ist|sind|war|waren|est|sont|était|étaient|es|son|está|están|era|eran',
  'です|でした',
);
/** Words of a statement of how something became. */
export const BECAME = words(
  'why (?:did|is|was|are|were|has|have|does|do)|(?:warum|wieso)(?! nicht)|pourquoi(?! pas)|por qué(?! no)|became|becomes|(?:has|have) become|got(?! to)|gets|getting|turned|went|grew|shrank|shrunk|(?<!be )made|' +
    'wurden?|wird immer|geworden|(?:est|sont) devenue?s?|devient|deviennent|se (?:hizo|hicieron|ha hecho|ha vuelto|volvió|puso)|quedó|quedaron|' +
    'è diventat[oa]|sono diventat[ie]|diventa|ficou|ficaram|tornou-se|está ficando',
  'くな(?:った|って|りました)|になった|になって|になりました',
);
/** Words right before a comparative that only states it: it is smaller. */
export const STATED_BEFORE =
  /(?<!\p{L})(?:is|are|was|were|looks|seems|appears|ist|sind|war|waren|est|sont|était|está|están|son|era)(?:\s(?:now|suddenly|much|a (?:bit|lot|little)|way|far|so|jetzt|nun|viel|plötzlich|etwas|deutlich|maintenant|beaucoup|un peu|bien|ahora|mucho|un poco)){0,2}\s*$/iu;
/** Words before a color that do not ask for it. */
export const NOT_COLOR =
  /(?<!\p{L})(?:too|too much|currently|still|see|(?:change|fix)(?: the| this)?|less|more|anything but|everything but|or|zu|zu viel|aktuell|derzeit|bisher|noch|weniger|mehr|oder|alles außer|trop|trop de|actuellement|moins|plus|ou|tout sauf|demasiado|actualmente|muy|menos|más|o|todo menos)\s*$/iu;
/** Words between alternatives. */
export const OR = /^\s*(?:or|oder|ou|o|u|か|または|\/)\s/iu;
/** Words of a clause that adds a reason or a courtesy, and no wish. */
export const ASIDE = words(
  'thanks?|thank you|cheers|(?:it|this) gets (?:lost|overlooked)|das geht unter|se pierde|passe inaperçu|if possible|asap|as (?:discussed|agreed)|hard|hardly|barely|difficult|(?:un)?readab\\p{L}*|(?:il)?legib\\p{L}*|' +
    'danke|dank|wie besprochen|schwer|kaum|(?:un)?lesbar|merci|(?:il)?lisible|difficile|gracias|(?:i)?legible|difícil',
  'お願い|ありがとう|読みにく|見にく',
);
/** Words of a clause that tells of a value instead of asking for it. */
export const NARRATIVE = words(
  'i|me|my|was|were|had|paid|came|bought|saw|last|yesterday|nearby|neighbou?rs?|competitors?|elsewhere|says|shows|still|currently|previous(?:ly)?|former(?:ly)?|(?:the |an? )?(?:old|wrong) (?:price|time|value)s?|too (?:much|high|low|expensive|cheap|late|early)|' +
    'ich|mir|mein\\p{L}*|war|waren|hatte|gestern|nachbar\\p{L}*|konkurrenz|steht|bisher|bislang|aktuell|derzeit|(?:alter?|falscher?) preis|zu (?:viel|hoch|teuer|billig|spät|früh)|' +
    "je|j['’]ai|moi|était|avait|voisin\\p{L}*|concurrent\\p{L}*|écrite?s?|actuellement|(?:ancien|mauvais) (?:prix|tarif)|trop (?:cher|tard|tôt|élevé)\\p{L}*|yo|mi|era|fue|ayer|vecin[oa]s?|competencia|dice|pone|actualmente|precio (?:antiguo|viejo|anterior)|demasiado|muy (?:caro|tarde)",
  '高すぎ|でした|他社|書いて|になって',
);
/** Words of a clause that tells what is shown, not what shall be. */
export const SHOWN_NOW = words(
  'you (?:still |all )?(?:show|display|write|call|put)|we still (?:show|display|write|call|put)|right now|at (?:the moment|present)|as of now|im moment|momentan|zurzeit|en ce moment|en este momento|al momento|attualmente|atualmente|no momento|zeigt|immer noch|noch|immer|steht|' +
    'toujours|encore|affiche(?:nt)?|indique(?:nt)?|dit|sigue\\p{L}*|aún|todavía|muestran?|aparecen?|sale|figura|' +
    'ancora|mostra(?:no|m)?|appare|appaiono|costa|dice|ieri|vecchi[oa] prezzo|prezzo sbagliato|troppo|ainda|aparecem|diz|ontem|preço (?:antigo|errado)|antigo preço|demais',
  'まだ|表示され|出てい|今は|現在',
);
/** Whether a clause asks for something with other words than those that tell what is shown. */
export const isAsking = (clause: string): boolean => REQUEST.test(clause.replace(TOLD, ' '));
const TOLD = new RegExp(SHOWN_NOW.source, 'giu');
/** Words beside an amount that is a bound, or the price of something else. */
export const BOUND = words(
  'sav(?:e|ing)|cheaper|extra|more|less|shipping|delivery|deposit|children|kids|students|seniors|check|' +
    'sparen|günstiger|billiger|versand\\p{L}*|liefer\\p{L}*|kinder|studierende|senioren|prüf\\p{L}*|ab (?=\\d)|' +
    'livraison|enfants|étudiants|vérifi\\p{L}*|envío|niños|estudiantes|comprueb\\p{L}*|revis\\p{L}*|' +
    '(?:less|more|fewer|cheaper|lower|higher) than|(?<!(?:went|gone|go|goes) )up to|about|around|at (?:least|most)|under|over|above|below|between|by|before|or (?:lower|higher|so|later|earlier)|' +
    'weniger als|mehr als|bis zu|etwa|ungefähr|mindestens|höchstens|unter|über|zwischen|vor|um (?=\\d+(?:[.,]\\d+)?\\s?[%€])|' +
    "moins de|plus de|jusqu['’]à|environ|avant|au (?:moins|plus)|menos de|más de|hasta|unos|antes de|al menos|como (?:mucho|máximo)|entre",
  '以上|以下|約',
);

/** Words beside a value that is a guess. */
export const GUESS = words(
  'maybe|perhaps|i guess|i can|you want|a lot|(?:people|they|others) (?:would |will |can )?pay|possibly|probably|presumably|(?:might|may) be|vielleicht|evtl|eventuell|wahrscheinlich|vermutlich|möglicherweise|' +
    'peut-être|probablement|sans doute|quizás?|tal vez|a lo mejor|probablemente|acaso|forse|magari|probabilmente|talvez|quiçá|provavelmente|porventura',
  '多分|たぶん|おそらく|恐らく|かも',
);

/** Words of a clause whose author only supposes something. */
export const MAYBE = words(
  'maybe|perhaps|possibly|vielleicht|evtl|eventuell|peut-être|quizás?|tal vez|a lo mejor|forse|magari|talvez',
  '多分|たぶん|かも',
);
/** Words of a question about a cause, which asks for no change. */
export const WHY = words(
  'why|how come|what|who|where|which|warum|wieso|weshalb|was|wer|wo|pourquoi|qui|où|quel\\p{L}*|por qué|qué|quién|dónde|cuál\\p{L}*',
  'なぜ|どうして|何|どこ|誰',
);

/** Words of a question that asks for a change. */
export const POLITE =
  /(?<!\p{L})(?:(?:could|can|would|will|may) (?:(?:you|we)(?! read)|this|that|it|the|they|these|those)(?! (?:see|tell|explain|check|confirm|say why))|is it possible|would it be possible|könnt\p{L}*|können|kann (?:man|da|hier|dort|es|das|der|die|dies\p{L}*)|würde\p{L}*|pourr\p{L}*|pouve[zs]|peut-on|peut-il|est-il possible|pued\p{L}*|podr\p{L}*|podéis|podemos|es posible)(?!\p{L})|ください|もらえ|いただけ|できますか|できませんか/iu;

/** Words of a question whether something is so. */
export const SUPPOSED =
  /(?<!\p{L})(?:(?:can|could|may|might) (?:it|this) be that|(?:kann|könnte|könne) es sein|(?:se )?peut-il que|se pourrait-il que|(?:puede|podría) ser que)(?!\p{L})|かもしれ/iu;

/** Words before a quotation that is an example. */
export const LIKE =
  /(?<!\p{L})(?:(?:like|same as|similar to)(?: in| on)?|wie(?: in| bei)?|comme(?: dans| sur)?|como(?: en)?)\s*$/iu;
/** Words before a quotation of a text that shall go. */
export const UNWANTED_BEFORE =
  /(?<!\p{L})(?:instead of|rather than|in place of|replace|remove|delete|drop|not|from|anstelle von|anstatt|statt|nicht|entferne|lösche|ersetze|von|au lieu de|à la place de|plutôt que|remplacer?|supprimer?|pas|en lugar de|en vez de|reemplazar?|quitar?|eliminar?|al posto di|invece di|em vez de|no)\s*(?:the (?:text|words?)|den text|das wort|le (?:texte|mot)|el texto|la palabra)?\s*:?\s*$|[\uE000-\uE0FF]\s*(?:than|als|que)\s*$/iu;
/** Words before a quotation, or after it in Japanese, of a text that shall be removed. */
export const REMOVED_BEFORE =
  /(?<!\p{L})(?:remove|delete|drop|entferne\p{L}*|lösche\p{L}*|supprime[rz]?|enleve[rz]|retire[rz]?|quit\p{L}*|elimin\p{L}*|borr\p{L}*)\s*(?:bitte|please|por favor)?\s*(?:the (?:text|words?)|den text|das wort|le (?:texte|mot)|el texto|la palabra)?\s*:?\s*$/iu;
export const REMOVED_AFTER =
  /^\s*を(?:削除|消)|^\s*(?:(?:can|should|must|needs to|has to) (?:go(?: away)?|be (?:removed|deleted|dropped))|(?:(?:bitte|kann|soll|sollte|muss)\s+){0,2}(?:entfernen|löschen|streichen|weglassen|rausnehmen|raus|weg|entfernt werden|gelöscht werden)|(?:est )?à (?:supprimer|enlever|retirer)|sobra)(?!\p{L})/iu;
/** Words between an old text and a new one. */
export const BECOMES =
  /^\s*(?:(?:label|button|link|text|title|heading|headline|entry|tab)\s+)?(?:→|->|=>|⇒|(?:should|must|needs to) (?:be|say|read)|(?:soll\p{L}*|muss)(?: bitte)?|(?:doit|devrait) (?:être|dire|devenir)|deb(?:e|ería) (?:ser|decir|poner)|to|with|by|zu|in|durch|auf|par|en|à|por|a|を|から|は)\s*$/iu;

/** Words of a comment about spelling. */
export const SPELLING = words(
  'typos?|misspel\\p{L}*|spelling|spelled|spelt|tippfehler|rechtschreib\\p{L}*|schreibfehler|falsch geschrieben|coquille|' +
    "faute d['’](?:orthographe|accord)|faute de frappe|mal (?:orthographié|écrit)\\p{L}*|errata|falta de ortografía|error (?:ortográfico|de ortografía)|mal escrit[oa]|" +
    'error tipográfico',
  '誤字|スペル|誤記|綴り|タイプミス',
);
/** Words of a clause that says which letter or mark is wrong. */
export const MISSING_LETTER = words(
  '(?:(?:a|an|the|one) )?(?:letters?|accents?|umlauts?|hyphens?|commas?|apostrophes?) (?:is|are) (?:missing|wrong)|missing (?:(?:a|an|the) )?(?:letters?|accents?|umlauts?|hyphens?|commas?|apostrophes?)|' +
    'fehlt (?:hier )?(?:ein|eine|der|die|das) (?:buchstabe|akzent|umlaut|bindestrich|komma|apostroph)|(?:buchstabe|akzent|umlaut|bindestrich|komma|apostroph) fehlt|' +
    "(?:il )?manque (?:un |une |le |la |l['’])(?:lettre|accent|tiret|virgule|apostrophe|cédille)|falta (?:un|una|el|la) (?:letra|tilde|acento|guion|coma)",
  '文字が(?:抜けて|足りな)い(?:ます|る)?|脱字',
);
/** Words of a clause that says that a text or a value is no longer right. */
export const OUTDATED = words(
  '(?:is |are )?(?:out ?dated|out of date|no longer (?:right|correct|true|valid)|not (?:right|correct|true|valid) any ?more)|needs? updating|' +
    '(?:stimmt|stimmen|gilt|passt) (?:so )?nicht(?: mehr)?|(?:ist |sind )?veraltet|' +
    "n['’](?:est|sont) plus (?:à jour|valables?|corrects?|bons?)|(?:ya )?no (?:es|está) (?:correct[oa]|válid[oa]|al día)|está desactualizad[oa]",
  '(?:変わり|変更になり)ました|古いです',
);

export const LARGER = {
  wish: words(
    'larger|bigger|enlarge[ds]?|bump (?:it|this|that|the (?:font )?size) up|(?:increase|raise|bump up) (?:the |its )?(?:(?:font|text|letter)[- ]?)?size|größer\\p{L}{0,2}|vergrößer\\p{L}*|' +
      '(?:schrift)?größe (?:bitte )?erhöhen|erhöh\\p{L}* (?:bitte )?die (?:schrift)?größe|plus (?:grande?|gros(?:se)?)s?|agrandi\\p{L}*|' +
      'augmente[rz]? (?:un peu )?la taille|más grandes?|agr[aá]nd[ae]\\p{L}*|(?:aument|sub[ei])\\p{L}* (?:un poco )?el tamaño',
    '大きく|拡大',
  ),
  complaint: words(
    'too (?:small|tiny|little)|(?:is|are|looks) tiny|zu klein|trop petite?s?|(?:demasiado|muy|qued[ae]n?) pequeñ[oa]s?',
    '小さすぎ|小さ過ぎ',
  ),
};
export const SMALLER = {
  wish: words(
    'smaller|shrink|(?:decrease|reduce|lower) (?:the |its )?(?:(?:font|text|letter)[- ]?)?size|kleiner\\p{L}{0,2}|verkleiner\\p{L}*|plus petite?s?|rédui[rst]\\p{L}*|más pequeñ[oa]s?|reduc\\p{L}*|reduzc\\p{L}*|baj[ae]\\p{L}* (?:un poco )?el tamaño',
    '小さく|縮小',
  ),
  complaint: words(
    'too (?:large|big|huge)|(?:is|are|looks) huge|zu groß|trop (?:grande?s?|gros(?:ses?)?)|demasiado grandes?|muy grandes?',
    '大きすぎ|大き過ぎ',
  ),
};
export const DARKER = {
  wish: words(
    'darker|darken|dunkler\\p{L}{0,2}|abdunkel\\p{L}*|plus (?:fonc|sombre)\\p{L}*|fonce[rz]|assombri\\p{L}*|más oscur[oa]s?|oscurec\\p{L}*',
    '濃く|暗く',
  ),
  complaint: words(
    'too (?:light|pale|bright|faint)|zu (?:hell|blass)|trop (?:clair|pâle)\\p{L}*|demasiado clar[oa]s?|muy clar[oa]s?',
    '薄すぎ|明るすぎ',
  ),
};
export const LIGHTER = {
  wish: words(
    'lighter|lighten(?! up)|brighter|brighten|heller\\p{L}{0,2}|aufhell\\p{L}*|plus claire?s?|éclairci\\p{L}*|más clar[oa]s?|aclara\\p{L}*',
    '明るく|薄く',
  ),
  complaint: words(
    'too dark|zu dunkel|trop (?:fonc|sombre)\\p{L}*|demasiado oscur[oa]s?|muy oscur[oa]s?',
    '暗すぎ|濃すぎ',
  ),
};
export const BOLDER = words('bolder|fetter|plus gras\\p{L}*|más grues[oa]s?', '太く');
export const BOLD = words('bold|fett(?:schrift|druck)?|en gras|negrita', '太字');
export const CONTRAST =
  /(?:(?:more|better|higher|increase|stronger|improve|(?:too )?little|low|not enough|lacks?|poor|weak|mehr|höher\p{L}*|besser\p{L}*|stärker\p{L}*|zu wenig|zu gering\p{L}*|schwach\p{L}*|plus de|meilleur|augment\p{L}*|manque de|pas assez de|más|mejor|aument\p{L}*|falta|poco)[^.]{0,20}(?<!\p{L})(?:contrast|kontrast|contraste)(?!\p{L}))|(?<!\p{L})(?:contrast|kontrast|contraste)(?!\p{L})[^.]{0,25}(?:low|weak|poor|insufficient|higher|better|increased?|erhöh|verbesser|höher|schwach|gering|faible|insuffisant|bajo|insuficiente|poco)|コントラスト.{0,10}(?:低|高|上げ|強|不足|弱)/iu;

/** A length in pixels, or a size of letters. */
export const PIXELS =
  /(?<![\d.])(\d{1,4}(?:\.\d+)?)\s?(?:px|pixels?|Pixel)(?!\p{L})|(?:font[- ]?size|schriftgröße|taille de (?:la )?police|tamaño de (?:la )?(?:letra|fuente))(?:\s|:|to|of|auf|à|a|de){1,6}(\d{1,3})(?![\d.,]*\s?[\p{L}%\d])/iu;

/** Comparisons and factors, whose result nobody can read from a direction. */
export const BOUNDED =
  /(?<!\p{L})(?:than|als(?! bisher| jetzt)|que (?:le|la|les|el|los|las|ce(?! soit)|cet|cette|est[ea])|que l['’]\p{L}+|twice|double|doppelt|doble|deux fois|half|halb|moitié|mitad)(?!\p{L})|[2-9]\s?[x×]|倍|半分|\d\s?%/iu;

/** Parts and surroundings of an element, whose sizes nobody recorded. */
export const PARTS = words(
  'icons?|borders?|padding|margins?|spac(?:e|ing)|gaps?|shadows?|radius|corners?|underlines?|line[- ]?height|arrows?|columns?|rows?|distance|' +
    'abst[aä]nde?|abstand|rand|ränder|rahmen|schatten|ecken?|symbole?|zeilen\\p{L}*|bordures?|marges?|espace\\p{L}*|ombres?|coins?|icônes?|' +
    'interligne|bordes?|márgen(?:es)?|margen|espacio\\p{L}*|sombras?|esquinas?|iconos?|interlineado',
  '余白|枠|影|角|アイコン|間隔|行間',
);

/** Words of the property that a size or a color is about. */
export const OF_TEXT = words(
  'fonts?(?:[- ]size)?|text|letters?|type|writing|titles?|head(?:ing|line)s?|captions?|schrift\\p{L}*|buchstaben|überschrift|titel|' +
    'police|texte|lettres?|caractères?|titres?|fuente|letras?|texto|títulos?',
  '文字|フォント|テキスト',
);
export const OF_BACKGROUND = words('background|hintergrund\\p{L}*|(?:arrière-)?fond|fondo', '背景');
export const OF_BORDER = words('borders?|outline|rahmen\\p{L}*|rand|bordures?|bordes?', '枠');
export const OF_WIDTH = words('width|wide|breit\\p{L}*|large(?:ur)?|ancho|anchura', '幅');
export const OF_HEIGHT = words('height|high|tall|hoch|höhe|hauteur|haut|alto|altura', '高さ');

/** Wishes that no record of the element can confirm. */
export const ALIGNMENT = words(
  'align\\p{L}*|cent(?:er|re)(?:ed|d)?|ausricht\\p{L}*|zentrier\\p{L}*|bündig|align\\p{L}*|centr[eéa]\\p{L}*|aline\\p{L}*',
  '揃え|中央',
);
export const ORDER = words(
  'above|below|first|last|order|sort\\p{L}*|swap\\p{L}*|move[ds]?|before|after|left|right|higher up|further|' +
    'verschieb\\p{L}*|oberhalb|unterhalb|reihenfolge|zuerst|zuletzt|links|rechts|nach oben|nach unten|' +
    'déplac\\p{L}*|dessus|dessous|ordre|gauche|droite|arriba|abajo|orden|primero|último|izquierda|derecha|mover|mueve',
  '上に|下に|順|左|右|移動',
);
/** Words of a request for another order, whatever the place. */
export const REORDER = words(
  'order (?:is|looks|seems) (?:wrong|odd|strange)|(?:wrong|other|different|right|correct|alphabetical|reversed?) order|reorder\\p{L}*|sort\\p{L}*|swap\\p{L}*|move[ds]?|' +
    'reihenfolge|umsortier\\p{L}*|sortier\\p{L}*|verschieb\\p{L}*|tausch\\p{L}*|déplac\\p{L}*|échang\\p{L}*|ordre|mover|mueve|intercambi\\p{L}*|orden|ordena\\p{L}*',
  '順|並び|移動|入れ替え',
);
/** Words of a comment about the space around an element. */
export const SPACE = words(
  'spac(?:e|es|ing)|margins?|padding|gaps?|distance|closer?|nearer|apart|too (?:far|close|near|tight|narrow)|abst[aä]nd\\p{L}*|luft|platz|lücke|näher|' +
    'espac\\p{L}*|marges?|écart|près|loin|margen|márgenes|hueco|distancia|cerca|lejos',
  '余白|間隔|隙間|近|離|詰め|空け',
);
/** Words of a comment about the place of an element, or the space around it. */
export const PLACEMENT = words(
  'cent(?:er|re)\\p{L}*|align\\p{L}*|move\\p{L}*|spac(?:e|es|ing)|margins?|padding|gaps?|distance|closer?|nearer|apart|higher|lower|above|below|beside|next to|(?<!(?:sign|log|set|pop|back|look)[ -]?)(?:up|down)|left|right|first|second|third|last|top|bottom|position|place[ds]?|shift\\p{L}*|middle|edge|indent\\p{L}*|(?:in|the|of|this|that|wrong|other) order(?! button| now| form| page)|swap\\p{L}*|before|after|too (?:high|low|far|close|near|tight|narrow)|' +
    'zentrier\\p{L}*|mittig|mitte|ausricht\\p{L}*|verschieb\\p{L}*|abst[aä]nd\\p{L}*|rand|luft|platz|lücke|näher|weiter|höher|tiefer|oben|unten|links|rechts|über|unter|neben|vor|nach|hinter|erste\\p{L}*|zweite\\p{L}*|dritte\\p{L}*|letzte\\p{L}*|position|stelle|eingerückt|einrück\\p{L}*|reihenfolge|tausch\\p{L}*|' +
    'centr\\p{L}*|align\\p{L}*|déplac\\p{L}*|espac\\p{L}*|marges?|écart|distance|près|loin|haut|bas|gauche|droite|dessus|dessous|avant|après|premi\\p{L}*|deuxième|second\\p{L}*|troisième|derni\\p{L}*|milieu|ordre|invers\\p{L}*|' +
    'centr\\p{L}*|aline\\p{L}*|mover|muev\\p{L}*|espaci\\p{L}*|margen|márgenes|hueco|distancia|cerca|lejos|arriba|abajo|izquierda|derecha|encima|debajo|antes|después|primer\\p{L}*|segund\\p{L}*|tercer\\p{L}*|últim\\p{L}*|medio|orden|intercambi\\p{L}*',
  '中央|揃え|移動|余白|間隔|隙間|位置|上|下|左|右|前|後|順|最初|最後|番目|近|離|詰め|空け',
);
export const LINK = words(
  '(?:hyper)?links?(?: to)?|hrefs?|urls?|leads? to|link(?:ziel|adresse)\\p{L}*|verlink\\p{L}*|führ\\p{L}* (?:auf|zu)|liens?|pointe\\p{L}*|enlace\\p{L}*|enlaz\\p{L}*',
  'リンク',
);
export const SHOWN = words(
  'show|display|make (?:it|this|that) visible|einblend\\p{L}*|anzeig\\p{L}*|affich\\p{L}*|mostr\\p{L}*|muestr\\p{L}*',
  '表示(?!し(?:ない|なく))',
);

/** Whole clauses that ask for the removal of the element itself, or of `what` they point at. */
export const REMOVAL = [
  /^(?:(?:please|pls|just|can (?:you|we)|could (?:you|we)|let's|i(?:['’]d like| want| would like)(?: you)? to)\s+)*(?:remove|delete|hide|drop|get rid of|take out|take away)(?:\s+(?:this|it|that|these|them)(?: (?!(?:please|here|completely|entirely|again|altogether)(?!\p{L}))(?<what>\p{L}+))?)?(?:\s+(?:please|here|completely|entirely|again|altogether|from (?:the|this) page))*[\s.!?]*$/iu,
  /^(?:this|it|that|these)(?: (?!really|just|also)(?<what>\p{L}+)| \p{L}+)? (?:should|must|can|could|needs to|has to) (?:please )?(?:be (?:removed|deleted|hidden|gone)|go(?: away)?|disappear)[\s.!?]*$/iu,
  /^(?:bitte\s+)?(?:(?:das|dies\p{L}*|es|den|die|der)(?:\s(?!(?:und|hier|bitte|ganz|soll|sollte|kann|muss|können)(?!\p{L}))(?<what>\p{L}+))?\s+)?(?:(?:hier|bitte|ganz|soll|sollte|kann|muss|können wir)\s+){0,2}(?:das\s+)?(?:entfern\p{L}+|lösch\p{L}+|ausblenden|verschwinden|entfernt werden|gelöscht werden|weg|raus|wegnehmen|weglassen|rausnehmen)(?:\s+(?:bitte|damit))?[\s.!?]*$/iu,
  /^(?:bitte\s+)?(?:entferne?n?|lösche?n?|verstecke?n?)(?: sie)?(?:\s(?:das|dies\p{L}*|es)(?: (?!bitte(?!\p{L}))(?<what>\p{L}+))?)?(?:\s+bitte)?[\s.!?]*$/iu,
  /^(?:(?:merci de|il faut|pouvez-vous|pourriez-vous|peut-on)\s+(?:l[ea]s? |l['’])?)?(?:supprime[rz]?|enlève|enleve[rz]|retire[rz]?|cache[rz]?|masque[rz]?)(?:-l[ea]s?|\s(?:ceci|cela|ça|ce|cet|cette|ces)(?: (?!(?:svp|merci|ici)(?!\p{L}))(?<what>\p{L}+))?)?(?:\s+(?:svp|s['’]il vous plaît|merci))?[\s.!?]*$/iu,
  /^(?:(?:please|pls|just|can (?:you|we)|could (?:you|we)|let's)\s+)*take\s(?:this|it|that|these|them)(?:\s(?!out|away|off|down)(?<what>\p{L}+))?\s(?:out|away|off|down)(?:\s+(?:please|here|completely|again))*[\s.!?]*$/iu,
  /^(?:bitte\s)?(?:nimm|nehmt|nehmen sie)\s(?:das|dies\p{L}*|es)(?:\s(?!bitte|raus|weg|heraus)(?<what>\p{L}+))?\s(?:bitte\s)?(?:raus|weg|heraus)[\s.!?]*$/iu,
  /^(?:à supprimer|à enlever|à retirer)(?:\s+(?:svp|s['’]il vous plaît|merci))?[\s.!?]*$/iu,
  /^¿?(?:(?:por favor|hay que|podrías|podéis|puedes|podemos)\s+)*(?:elimin|quit|borr|ocult)(?:a|ar|e|en|ad)(?:l[oa]s?)?(?:\s(?:esto|est[ea]s?)(?: (?!(?:por|aquí)(?!\p{L}))(?<what>\p{L}+))?)?(?:\s+por favor)?[\s.!?]*$/iu,
  /^(?:(?:これ|それ|こちら|この(?<what>\p{L}{1,10}?))を?)?(?:削除|消|非表示に|取り除|なく|外)(?:し(?:て)?|いて)?(?:ください|下さい|ほしい(?:です)?|欲しい(?:です)?|お願いします)?[\s。!！]*$/u,
];

/** Pattern of words in the languages of the overlay; Japanese has no spaces around them. */
const words = (western: string, japanese: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${western})(?!\\p{L})|${japanese}`, 'iu');

/** Words of a clause that asks for something. */
export const REQUEST = words(
  "make|should|must|please|pls|could|can|would|want|needs?|let|let's|change|increase|decrease|reduce|use|set|turn|prefer|try|" +
    'has to|have to|remove|delete|hide|add|move|put|show|rename|replace|call|write|swap|align|cent(?:er|re)|link|fix|correct|update|' +
    'mach\\p{L}*|soll\\p{L}*|muss|müss\\p{L}*|bitte|könn\\p{L}*|kann|wünsch\\p{L}*|hätte|änder\\p{L}*|nenn\\p{L}*|schreib\\p{L}*|' +
    'entfern\\p{L}*|lösch\\p{L}*|verschieb\\p{L}*|zeig\\p{L}*|ersetz\\p{L}*|zentrier\\p{L}*|verlink\\p{L}*|' +
    "fai(?:re|tes|s)|devrai\\p{L}*|doi\\p{L}*|s'il (?:vous|te)|svp|merci|pouv\\p{L}*|pourr\\p{L}*|peut|voudr\\p{L}*|mett\\p{L}*|" +
    'écri\\p{L}*|appel\\p{L}*|remplac\\p{L}*|faut|faudrait|ajout\\p{L}*|supprim\\p{L}*|déplac\\p{L}*|' +
    'hac\\p{L}*|haz\\p{L}*|debe\\p{L}*|por favor|pued\\p{L}*|podr\\p{L}*|quier\\p{L}*|cambi\\p{L}*|pon\\p{L}*|hay que|necesit\\p{L}*|' +
    'escrib\\p{L}*|llám\\p{L}*|reemplaz\\p{L}*|añad\\p{L}*|quit\\p{L}*|elimin\\p{L}*|mov\\p{L}*|muev\\p{L}*',
  'ください|下さい|してほしい|して欲しい|お願い|べき|もらえ|いただけ|変え|変更|にして',
);

/** Words that suggest a text without asking for it. */
export const SUGGESTION = words('better|rather|instead|lieber|besser|plutôt|mejor', 'の方が|のほうが');

/** Words of a clause that says how something shall not be. */
export const NEGATION =
  /(?<!\p{L})(?:\p{L}+n['’]t|not|never|no|without|cannot|nicht|kein\p{L}{0,2}|nie|niemals|ohne|ne|pas|jamais|sans|nunca|jamás|sin|tampoco)(?!\p{L})|(?<!\p{L})n['’](?=\p{L})|しないで|ないで|やめ|ではなく|じゃなく|必要はない/iu;

/** Words of a request whose result depends on something else. */
export const CONDITION = words('if|unless|when|wenn|falls|si|sauf|quand|cuando', 'なら|たら|場合');

/** Words of a question about a cause, which asks for no change. */
export const WHY = words(
  'why|how come|what|who|where|which|warum|wieso|weshalb|was|wer|wo|pourquoi|qui|où|quel\\p{L}*|por qué|qué|quién|dónde|cuál\\p{L}*',
  'なぜ|どうして|何|どこ|誰',
);

/** Words of a question that asks for a change. */
export const POLITE =
  /(?<!\p{L})(?:(?:could|can|would|will|may) (?:you|we|this|that|it|the|they|these|those)(?! (?:see|tell|explain|check|confirm|read|say why))|is it possible|would it be possible|könnt\p{L}*|können|kann (?:man|das|der|die|dies\p{L}*)|würde\p{L}*|pourr\p{L}*|pouve[zs]|peut-on|peut-il|est-il possible|pued\p{L}*|podr\p{L}*|es posible)(?!\p{L})|ください|もらえ|いただけ|できますか|できませんか/iu;

/** Words before a quotation of a text that shall go. */
export const UNWANTED_BEFORE =
  /(?<!\p{L})(?:instead of|rather than|in place of|replace|remove|delete|drop|not|from|anstelle von|anstatt|statt|nicht|entferne|lösche|ersetze|von|au lieu de|plutôt que|remplacer?|supprimer?|pas|en lugar de|en vez de|reemplazar?|quitar?|eliminar?|al posto di|invece di|em vez de|no)\s*(?:the (?:text|words?)|den text|das wort|le (?:texte|mot)|el texto|la palabra)?\s*:?\s*$/iu;
/** Words after a quotation of a text that shall go. */
export const UNWANTED_AFTER =
  /^\s*(?:ではなく|じゃなく|の代わり|を削除|を消|(?:is|looks) wrong|ist falsch|est faux|es incorrecto|está mal)/iu;
/** Words before a quotation, or after it in Japanese, of a text that shall be removed. */
export const REMOVED_BEFORE =
  /(?<!\p{L})(?:remove|delete|drop|entferne\p{L}*|lösche\p{L}*|supprime[rz]?|enleve[rz]|retire[rz]?|quit\p{L}*|elimin\p{L}*|borr\p{L}*)\s*(?:bitte|please|por favor)?\s*(?:the (?:text|words?)|den text|das wort|le (?:texte|mot)|el texto|la palabra)?\s*:?\s*$/iu;
export const REMOVED_AFTER = /^\s*を(?:削除|消)|^\s*(?:bitte )?(?:entfernen|löschen)/u;
/** Words between an old text and a new one. */
export const BECOMES = /^\s*(?:→|->|=>|⇒|to|with|by|zu|in|durch|auf|par|en|à|por|a|を|から|は)\s*$/iu;

/** Words of a comment about spelling. */
export const SPELLING = words(
  'typos?|misspel\\p{L}*|spelling|spelled|spelt|tippfehler|rechtschreib\\p{L}*|schreibfehler|falsch geschrieben|coquille|' +
    "faute d['’](?:orthographe|accord)|faute de frappe|mal (?:orthographié|écrit)\\p{L}*|errata|falta de ortografía|error (?:ortográfico|de ortografía)|mal escrit[oa]|" +
    'error tipográfico',
  '誤字|スペル|誤記|綴り|タイプミス',
);

export const LARGER = {
  wish: words(
    'larger|bigger|enlarge[ds]?|größer\\p{L}{0,2}|vergrößer\\p{L}*|plus grande?s?|agrandi\\p{L}*|más grandes?|agrand[ae]\\p{L}*',
    '大きく|拡大',
  ),
  complaint: words(
    'too (?:small|tiny|little)|zu klein|trop petite?s?|demasiado pequeñ[oa]s?|muy pequeñ[oa]s?',
    '小さすぎ|小さ過ぎ',
  ),
};
export const SMALLER = {
  wish: words(
    'smaller|shrink|kleiner\\p{L}{0,2}|verkleiner\\p{L}*|plus petite?s?|rédui[rst]\\p{L}*|más pequeñ[oa]s?|reduc\\p{L}*|reduzc\\p{L}*',
    '小さく|縮小',
  ),
  complaint: words(
    'too (?:large|big|huge)|zu groß|trop (?:grande?s?|gros(?:ses?)?)|demasiado grandes?|muy grandes?',
    '大きすぎ|大き過ぎ',
  ),
};
export const DARKER = {
  wish: words('darker|dunkler\\p{L}{0,2}|plus (?:fonc|sombre)\\p{L}*|más oscur[oa]s?', '濃く|暗く'),
  complaint: words(
    'too (?:light|pale|bright)|zu (?:hell|blass)|trop (?:clair|pâle)\\p{L}*|demasiado clar[oa]s?|muy clar[oa]s?',
    '薄すぎ|明るすぎ',
  ),
};
export const LIGHTER = {
  wish: words('lighter|brighter|heller\\p{L}{0,2}|plus claire?s?|más clar[oa]s?', '明るく|薄く'),
  complaint: words(
    'too dark|zu dunkel|trop (?:fonc|sombre)\\p{L}*|demasiado oscur[oa]s?|muy oscur[oa]s?',
    '暗すぎ|濃すぎ',
  ),
};
export const BOLDER = words('bolder|fetter|plus gras\\p{L}*|más grues[oa]s?', '太く');
export const BOLD = words('bold|fett|en gras|negrita', '太字');
export const CONTRAST =
  /(?:(?:more|better|higher|increase|stronger|improve|(?:too )?little|low|not enough|lacks?|poor|weak|mehr|höher\p{L}*|besser\p{L}*|stärker\p{L}*|zu wenig|zu gering\p{L}*|schwach\p{L}*|plus de|meilleur|augment\p{L}*|manque de|pas assez de|más|mejor|aument\p{L}*|falta|poco)[^.]{0,20}(?<!\p{L})(?:contrast|kontrast|contraste)(?!\p{L}))|(?<!\p{L})(?:contrast|kontrast|contraste)(?!\p{L})[^.]{0,25}(?:low|weak|poor|insufficient|higher|better|increased?|erhöh|verbesser|höher|schwach|gering|faible|insuffisant|bajo|insuficiente|poco)|コントラスト.{0,10}(?:低|高|上げ|強|不足|弱)/iu;

/** Comparisons and factors, whose result nobody can read from a direction. */
export const BOUNDED =
  /(?<!\p{L})(?:than|als(?! bisher| jetzt)|que (?:le|la|les|el|los|las|ce|cet|cette|est[ea])|que l['’]\p{L}+|twice|double|doppelt|doble|deux fois|half|halb|moitié|mitad)(?!\p{L})|[2-9]\s?[x×]|倍|半分|\d\s?%/iu;

/** Parts and surroundings of an element, whose sizes nobody recorded. */
export const PARTS = words(
  'icons?|borders?|padding|margins?|spac(?:e|ing)|gaps?|shadows?|radius|corners?|underlines?|line[- ]?height|arrows?|columns?|rows?|distance|' +
    'abst[aä]nde?|abstand|rand|ränder|rahmen|schatten|ecken?|symbole?|zeilen\\p{L}*|bordures?|marges?|espace\\p{L}*|ombres?|coins?|icônes?|' +
    'interligne|bordes?|márgen(?:es)?|margen|espacio\\p{L}*|sombras?|esquinas?|iconos?|interlineado',
  '余白|枠|影|角|アイコン|間隔|行間',
);

/** Words of the property that a size or a color is about. */
export const OF_TEXT = words(
  'fonts?(?:[- ]size)?|text|letters?|type|writing|schrift\\p{L}*|buchstaben|police|texte|lettres?|caractères?|fuente|letras?|texto',
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
export const LINK = words(
  'links?(?: to)?|leads? to|verlink\\p{L}*|führ\\p{L}* (?:auf|zu)|liens?|pointe\\p{L}*|enlace\\p{L}*|enlaz\\p{L}*',
  'リンク',
);
export const SHOWN = words(
  'show|display|make (?:it|this|that) visible|einblend\\p{L}*|anzeig\\p{L}*|affich\\p{L}*|mostr\\p{L}*|muestr\\p{L}*',
  '表示(?!し(?:ない|なく))',
);

/** Whole clauses that ask for the removal of the element itself. */
export const REMOVAL = [
  /^(?:(?:please|pls|just|can (?:you|we)|could (?:you|we)|let's|i(?:['’]d like| want| would like)(?: you)? to)\s+)*(?:remove|delete|hide|drop|get rid of|take out|take away)(?:\s+(?:this|it|that|these|them)(?: \p{L}+)?)?(?:\s+(?:please|here|completely|entirely|again|altogether|from (?:the|this) page))*[\s.!?]*$/iu,
  /^(?:this|it|that|these)(?: \p{L}+)? (?:should|must|can|could|needs to|has to) (?:please )?(?:be (?:removed|deleted|hidden)|go(?: away)?|disappear)[\s.!?]*$/iu,
  /^(?:bitte\s+)?(?:(?:das|dies\p{L}*|es|den|die|der)(?:\s(?!und)\p{L}+)?\s+)?(?:(?:hier|bitte|ganz|soll|sollte|kann|muss|können wir)\s+){0,2}(?:das\s+)?(?:entfern\p{L}+|lösch\p{L}+|ausblenden|verschwinden|entfernt werden|gelöscht werden|weg|raus|wegnehmen|weglassen|rausnehmen)(?:\s+(?:bitte|damit))?[\s.!?]*$/iu,
  /^(?:bitte\s+)?(?:entferne?n?|lösche?n?|verstecke?n?)(?: sie)?(?:\s(?:das|dies\p{L}*|es)(?: \p{L}+)?)?(?:\s+bitte)?[\s.!?]*$/iu,
  /^(?:(?:merci de|il faut|pouvez-vous|pourriez-vous|peut-on)\s+)?(?:supprime[rz]?|enlève|enleve[rz]|retire[rz]?|cache[rz]?|masque[rz]?)(?:-l[ea]s?|\s(?:ceci|cela|ça|ce|cet|cette|ces)(?: \p{L}+)?)?(?:\s+(?:svp|s['’]il vous plaît|merci))?[\s.!?]*$/iu,
  /^(?:à supprimer|à enlever|à retirer)[\s.!?]*$/iu,
  /^¿?(?:(?:por favor|hay que|podrías|podéis|puedes|podemos)\s+)*(?:elimin|quit|borr|ocult)(?:a|ar|e|en|ad)(?:l[oa]s?)?(?:\s(?:esto|est[ea]s?)(?: \p{L}+)?)?(?:\s+por favor)?[\s.!?]*$/iu,
  /^(?:(?:これ|それ|こちら|この\p{L}{1,10}?)を?)?(?:削除|消|非表示に|取り除|なく|外)(?:し(?:て)?|いて)?(?:ください|下さい|ほしい(?:です)?|欲しい(?:です)?|お願いします)?[\s。!！]*$/u,
];

/** Names without quotation marks that a comment asks for, such as: rename it to Projects. */
export const NAMED: readonly RegExp[] = [
  /(?:(?<!\p{L})(?:should|must|ought to|needs to|has to|to|please)\s+(?:say|read|be called|be named|be(?=:))|^(?:please )?write(?=\s\p{Lu})|^new (?:title|text|label|headline|heading|name|wording)(?=:)|(?<!\p{L})call (?:it|this|that)|(?<!\p{L})rename (?:it|this|that|the \p{L}+)?\s*(?:to|as)|(?<!\p{L})change (?:it|this|that|the (?:text|label|title|name|heading|headline))\s+to)\s*:?\s+(?<name>[\p{Lu}\d].{0,59}?)(?<rest>\s+(?:instead|please|rather)|[.!;,\n]|\s+(?:and|but) (?=\p{Ll})|$)/u,
  /(?<!\p{L})(?:soll\p{L}*|muss|müsste)\s+(?:es\s+|hier\s+)?(?<name>\p{Lu}[^,;.\n]{0,59}?)\s+(?:heißen|lauten|stehen)(?<rest>[.!;,\n]|\s|$)/u,
  /(?<!\p{L})(?:(?:nenn|benenn)\p{L}*\s+(?:es|das|dies)(?:\s+um)?(?:\s+in)?|(?:ändern|umbenennen)\s+(?:in|zu))\s*:?\s+(?<name>[\p{Lu}\d].{0,59}?)(?<rest>\s+(?:statt|bitte|um)|[.!;,\n]|\s+(?:und|aber) |$)/u,
  /(?<!\p{L})(?:devrait\s+(?:dire|s['’]appeler|indiquer)|appele[zr]-l[ea]|renomme[rz]?(?:-l[ea])?\s+en|(?:doit|à)\s+(?:dire|s['’]appeler))\s*:?\s+(?<name>[\p{Lu}\d].{0,59}?)(?<rest>\s+(?:svp|au lieu)|[.!;,\n]|\s+(?:et|mais) |$)/u,
  /(?<!\p{L})(?:deb(?:e|ería)\s+(?:decir|llamarse|poner)|llám(?:alo|ala|enlo|elo)|renombr\p{L}*\s+(?:a|como))\s*:?\s+(?<name>[\p{Lu}\d].{0,59}?)(?<rest>\s+(?:por favor|en lugar|en vez)|[.!;,\n]|\s+(?:y|pero) |$)/u,
];
/** An old text and a new one, without quotation marks. */
export const ARROW = /^(?<old>[^→\n]{1,80}?)\s*(?:→|->|=>|⇒)\s*(?<name>[^→\n]{1,80}?)\s*[.!]?$/u;
/** A number and the old one in its place: 24 rooms, not 22. */
export const NUMBERS =
  /^[^\d]*(?<![\d.,:-]|[€$£¥#]\s?)(?<name>\d{1,12})(?<noun>(?:\s\p{L}{2,}){0,2})\s?,?\s(?:not|and not|instead of|rather than|nicht|statt|anstatt|pas|et non|au lieu de|no|en vez de|en lugar de)\s(?<old>\d{1,12})[.!]?$/u;
/** An old name and a new one, which a request names without quotation marks. */
export const REPLACED: readonly RegExp[] = [
  /^(?:[Pp]lease |[Cc]an you |[Cc]ould you )?(?:[Rr]eplace|[Cc]hange|[Rr]ename|[Ss]wap) (?<old>[\p{Lu}\d][^,;.]{0,59}?) (?:by|with|to|into|for) (?<name>[\p{Lu}\d][^,;]{0,59}?)(?: please| instead)?[.!?]?$/u,
  /^(?:[Bb]itte )?(?<old>\p{Lu}[^,;.]{0,59}?) (?:bitte )?(?:durch|in|zu) (?<name>[\p{Lu}\d][^,;]{0,59}?) (?:ersetzen|ändern|umbenennen)[.!?]?$/u,
  /^(?:[Mm]erci de |[Ii]l faut )?(?:[Rr]emplace[rz]?|[Cc]hange[rz]) (?<old>\p{Lu}[^,;.]{0,59}?) (?:par|en) (?<name>[\p{Lu}\d][^,;]{0,59}?)(?: svp)?[.!?]?$/u,
  /^(?:[Hh]ay que )?(?:[Cc]ambi|[Rr]eemplaz)(?:a|ar|e|en|ad) (?<old>\p{Lu}[^,;.]{0,59}?) (?:por|a) (?<name>[\p{Lu}\d][^,;]{0,59}?)(?: por favor)?[.!?]?$/u,
];

import type { Wish } from './wish.ts';

type Kind = Wish['kind'];

const all = (...languages: readonly string[]): RegExp => new RegExp(`^(?:${languages.join('|')})$`, 'iu');

/** Words that ask for nothing, describe nothing, and name nothing, in any comment. */
const FUNCTION_WORDS = all(
  "an?|the|this|that|these|those|it|its|it[’']s|that[’']s|here|there|here[’']s|there[’']s|i|i[’'](?:d|m|ve)|we|we[’'](?:re|d)|you|they|he|she|me|us|my|our|ours|your|their|which|and|but|so|also|too|as|well|" +
    'just|really|very|quite|rather|much|bit|little|lot|way|far|somewhat|slightly|even|more|now|again|already|still|yet|today|please|pls|plz|kindly|thanks?|thankyou|cheers|hi|hello|dear|ok|okay|sorry|' +
    'is|are|be|been|being|am|was|were|has|have|had|do|does|can|could|would|should|must|may|might|shall|will|wants?|wanted|needs?|needed|ought|like|prefer|think|thinks|feel|feels|find|guess|hope|wish|' +
    "make|makes|made|set|use|change|changed|changes|turn|put|get|give|take|try|let|let[’']s|see|seen|look|looks|looked|looking|seems?|appears?|fix|fixed|correct|corrected|update|updated|adjust|" +
    'to|of|in|on|at|for|from|with|by|into|because|since|than|people|visitors|users|customers|everyone|somebody|someone|one|ones|thing|things|element|item|' +
    'easier|easy|better|best|nicer|nice|good|great|fine|ideally|perhaps|maybe|possible|possibly|hard|hardly|barely|difficult|read|readable|unreadable|legible|illegible|visible|stands?|out|attention|eyes?|' +
    'touch|smidge|pinch|gets?|lost|overlooked|older|elderly|accessibility|accessible|screen|bad|instead|currently|definitely|simply|exactly|actually|certainly|bump|level|notch|tad|ago|font|fonts|typeface|text|texts|letters|lettering|type|writing',
  'der|die|das|den|dem|des|ein|eine[nmrs]?|dies(?:e[nmrs]?)?|es|er|sie|ihr|wir|ich|man|du|mir|mich|uns|euch|ihnen|hier|da|dort|und|aber|auch|noch|mal|nochmal|doch|so|sehr|viel|etwas|bisschen|bißchen|wenig|paar|deutlich|leicht|' +
    'ganz|echt|wirklich|eher|lieber|gerne?|besser|schöner|schön|gut|super|toll|bitte|danke?|dankeschön|vielen|hallo|hi|moin|nummer|tick|spur|stück|ist|sind|sei|wäre|war|werden|wird|würden?|wurde|sein|haben|hat|hätten?|habe|' +
    'kann|könn\\p{L}*|soll\\p{L}*|muss|müss\\p{L}*|möcht\\p{L}*|will|wollen|wünsch\\p{L}*|finden?|denken?|glaube|mach\\p{L}*|gemacht|änder\\p{L}*|geändert|setz\\p{L}*|stellen?|gestalten|geht|ginge|sieht|aus|aussehen|sehen|lesen|' +
    'lesbar\\p{L}*|unlesbar|schlecht|schwer|kaum|erkennen|erkennbar|sichtbar|zu|im|in|auf|an|mit|für|von|vom|zum|zur|bei|damit|sodass|weil|denn|leute|besucher|kunden|nutzer|jetzt|nun|schon|aktuell|bisher|wieder|' +
    'schrift|schriften|schriftart|text\\p{L}?|texte[ns]?|buchstaben|ältere\\p{L}*|barrierefrei\\p{L}*|element|ding|korrigier\\p{L}*|anpassen|winzig',
  'les?|la|l|une?|des|du|de|d|ce|cet|cette|ces|ceci|cela|ça|c|il|elle|on|nous|vous|je|j|tu|me|m|se|s|y|en|et|mais|aussi|encore|plus|peu|beaucoup|très|vraiment|bien|mieux|merci|svp|stp|plaît|bonjour|est|sont|être|serait|soit|ont|avoir|avons|avez|ai|' +
    'peu[txv]\\p{L}*|pouv\\p{L}*|pourr\\p{L}*|doi\\p{L}*|devrai\\p{L}*|faut|faudrait|fai(?:re|t|tes)|mett\\p{L}*|pass\\p{L}*|chang\\p{L}*|modifi\\p{L}*|rend\\p{L}*|utilis\\p{L}*|voudr\\p{L}*|aim\\p{L}*|préf[èé]r\\p{L}*|souhait\\p{L}*|trouv\\p{L}*|pense|' +
    "lire|lisible|illisible|difficile|voi[rs]|visible|à|au|aux|dans|pour|avec|par|qu[e’']?|qui|gens|visiteurs|clients|ici|là|maintenant|désormais|déjà|si[ml]\\p{L}*|police|texte|textes|lettres?|caractères?|écriture|personnes|âgées|accessibilité|élément|chose|corrig\\p{L}*|" +
    "c[’']est|j[’']ai|qu[’'](?:il|on)|s[’']il|peut-il|peut-on|pouvez-vous|pourriez-vous|serait-il|cela|tout?",
  'el|la|los|las|lo|unos?|unas?|un|de|del|al|a|en|y|e|pero|est[aeo]s?|es[aeo]s?|aquí|ahí|ahora|ya|también|más|muy|demasiado|poc[oa]|poquito|mucho|bastante|algo|tan|es|son|está|están|ser|estar|sea|ha|han|hay|tien\\p{L}*|que|se|le|les|nos|me|te|yo|' +
    't(?:end|en[eí])\\p{L}*|qued[ae]n?|agr[aá]nd[ae]\\p{L}*|por|favor|gracias|hola|deb[eí]\\p{L}*|pued\\p{L}*|pod[eéar]\\p{L}*|podr\\p{L}*|quier\\p{L}*|quisiera|necesit\\p{L}*|gust\\p{L}*|prefi\\p{L}*|creo|parece|ve|ver|lee|leer|legible|ilegible|difícil|cuesta|bien|mal|mejor|hac\\p{L}*|haz\\p{L}*|' +
    'pon\\p{L}*|cambi\\p{L}*|usar?|use|utili\\p{L}*|letras?|fuente|texto|textos|ir|fuera|fuese|mayores|personas|accesibilidad|elemento|cosa|para|con|gente|clientes|visitantes|corr[ei][gj]\\p{L}*|pas[ae]r?|simplemente|un',
);

/** Words of comments that state a text, a value or an address: the element shows it or does not. */
const STATING = all(
  'says?|reads?|written|write|writes|wording|words?|copy|call|called|calls|name|named|names|rename|renamed|titled|label|labeled|replace|replaced|swap|add|added|show|shows|spelled|spelling|typos?|new|old|wrong|right|correct|incorrect|current|not|reword(?:ed)?|rephrase[ds]?|' +
    'price|prices|priced|costs?|costing|amount|fee|rate|value|number|pay|pays|raised?|increased?|lowered?|reduced?|went|gone|up|down|discount|open|opens|opening|close|closes|closing|closed|time|times|hours?|until|till|clock|per|or|' +
    'a|links?|linked|leads?|points?|points|goes|go|going|target|address|url|href|broken|dead|404|opens|sends?|takes?|visitors|page|raise|increase|lower|reduce|begins?|starts?|jumps?|lands?',
  'steh\\p{L}*|hei(?:ß|ss)\\p{L}*|laut\\p{L}*|schreib\\p{L}*|geschrieben|nenn\\p{L}*|genannt|umbenenn\\p{L}*|umformulier\\p{L}*|benenn\\p{L}*|um|ersetz\\p{L}*|tausch\\p{L}*|austausch\\p{L}*|wort|wörter|worte|zeig\\p{L}*|anzeig\\p{L}*|beschrift\\p{L}*|neue?[nmrs]?|alte?[nmrs]?|richtig\\p{L}*|falsch\\p{L}*|korrekt\\p{L}*|' +
    'nicht|sondern|statt|anstatt|stattdessen|preis\\p{L}?|preise[ns]?|kost\\p{L}*|betrag|betr[aä]g\\p{L}*|rabatt|angebot|uhr|ab|bis|ge?öffn\\p{L}*|öffn\\p{L}*|schlie(?:ß|ss)\\p{L}*|geschlossen|beginn\\p{L}*|durch|oder|pro|je|zahl|zeit\\p{L}*|öffnungszeit\\p{L}*|' +
    'link|links|verlink\\p{L}*|führ\\p{L}*|ziel|adresse|linkziel|seite|kaputt|tot|ins|leere|erst|erst|gehen|erhöht|erhöhen|gesenkt|senken|tippfehler|als|eher',
  'dire|dit|affich\\p{L}*|indiqu\\p{L}*|écri\\p{L}*|appel\\p{L}*|renomm\\p{L}*|reformul\\p{L}*|remplac\\p{L}*|mots?|texte|nouve(?:au|l|lle)|ancien\\p{L}*|faux|fausse|corrects?|non|pas|lieu|au|ajout\\p{L}*|prix|tarif|coût\\p{L}*|montant|remise|ouv[re]\\p{L}*|ferm\\p{L}*|heures?|horaires?|jusqu\\p{L}*|' +
    "jusqu[’']à|partir|dès|par|l[’']heure|liens?|vers|pointe\\p{L}*|mèn\\p{L}*|men\\p{L}*|renvo\\p{L}*|dirig\\p{L}*|aller|adresse|page|cassé|mort|s[’']appel\\p{L}*|lu|lire|place",
  'dec\\p{L}*|di[cg]\\p{L}*|mostrar|muestr\\p{L}*|escrib\\p{L}*|escrito|llam\\p{L}*|llám\\p{L}*|renombr\\p{L}*|reformul\\p{L}*|donde|reemplaz\\p{L}*|sustitu\\p{L}*|palabras?|nuev[oa]s?|viej[oa]|antigu[oa]|incorrect\\p{L}*|correct\\p{L}*|no|sino|lugar|vez|añad\\p{L}*|precios?|cost\\p{L}*|cuesta\\p{L}*|tarifa|importe|' +
    'descuento|abr\\p{L}*|abiert\\p{L}*|cerr\\p{L}*|cierr\\p{L}*|horas?|horarios?|hasta|desde|partir|enlaces?|enlaz\\p{L}*|llev\\p{L}*|apunt\\p{L}*|ir|va|vaya|dirig\\p{L}*|dirección|página|rot[oa]|subi\\p{L}*|baj\\p{L}*|debería',
);

/** Words by which comments ask for the kinds of looks and places. */
const BY_KIND: readonly (readonly [kinds: readonly Kind[], words: RegExp])[] = [
  [['text', 'value', 'without', 'link'], STATING],
  [
    ['without'],
    all(
      "remove|delete|drop|hide|without|don[’']t|can|go|away|gone|take|out",
      'entfern\\p{L}*|lösch\\p{L}*|streich\\p{L}*|raus|weg|weglassen|rausnehmen|wegnehmen|ohne',
      'supprim\\p{L}*|enl[eè]v\\p{L}*|retir\\p{L}*|sans',
      'quit\\p{L}*|elimin\\p{L}*|borr\\p{L}*|sobra|sin',
    ),
  ],
  [
    ['spelling'],
    all(
      'words?|mistakes?|errors?|wrong|incorrect(?:ly)?|right|correctly|written|says?|reads?',
      '\\p{L}*fehler|wort|falsch\\p{L}*|richtig|geschrieben|steht',
      'mot|fautes?|erreur|écrit',
      'palabra|errores|error|escrit[oa]|correct[oa]',
    ),
  ],
  [
    ['size', 'pixels'],
    all(
      '(?:font-|text-)?sizes?|sized|px|pixels?|pt|wide|width|high|tall|height|up|down|increase|decrease|reduce|raise|lower|tiny|huge|small|big|large|too',
      '(?:schrift|text|buchstaben)?größe|pixel|breit\\p{L}*|höhe|hoch|klein|groß|erhöh\\p{L}*|reduzier\\p{L}*|klein\\p{L}*',
      'taille|largeur|hauteur|grand\\p{L}*|petit\\p{L}*|gros\\p{L}*|trop|augment\\p{L}*|rédui\\p{L}*|agrand\\p{L}*',
      'tamaño|ancho|alto|grandes?|pequeñ[oa]s?|aument\\p{L}*|reduc\\p{L}*|agrand\\p{L}*|baj[ae]\\p{L}*|sub[ei]\\p{L}*',
    ),
  ],
  [
    ['color', 'shade', 'contrast'],
    all(
      'colou?r(?:ed|s)?|shades?|tones?|hue|background|backgrounds|paint|brand|our|contrast|pale|faint|too|low|weak|poor|on',
      '(?:schrift|text|hintergrund)?farbe?n?|(?:ein)?färben|farbton|ton|hintergrund\\p{L}?|hintergründe|kontrast\\p{L}*|blass|gering|schwach|unserem?',
      'couleurs?|fond|arrière-fond|arrière-plan|teinte|contraste|pâle|faible|trop|notre|sur',
      'color(?:es)?|fondo|tono|contraste|pálido|nuestro|poco',
    ),
  ],
  [
    ['color'],
    all(
      'instead|not|rather',
      'statt|anstatt|nicht|rahmen(?:farbe)?|rand',
      'bordures?|lieu',
      'bordes?|lugar|vez|borders?|outline',
    ),
  ],
  [['bold'], all('weight|strong|heavier|print', 'drucken|schriftschnitt|gedruckt', 'gras', 'negrita|negritas|peso')],
  [
    ['aligned'],
    all(
      'align\\p{L}*|alignment|cent(?:er|re)(?:ed)?|left|right|left-aligned|right-aligned|side',
      'ausricht\\p{L}*|ausgerichtet|zentrier\\p{L}*|mittig|links|rechts|(?:links|rechts)bündig',
      'align\\p{L}*|centr\\p{L}*|gauche|droite',
      'aline\\p{L}*|centr\\p{L}*|izquierda|derecha',
    ),
  ],
  [
    ['order'],
    all(
      'called|named|move|moved|come|comes|go|goes|show|shown|list|listed|order|place|placed|position|first|last|top|bottom|end|start|beginning|front|up|down|higher|lower|further|before|after|above|below|sort|wrong|has|section|card|row|block|box|entry|story|step|part|line',
      'verschieb\\p{L}*|komm\\p{L}*|steh\\p{L}*|zeig\\p{L}*|reihenfolge|stelle|platz|position|falsch\\p{L}*|erste\\p{L}*|zuerst|letzte\\p{L}*|zuletzt|oben|unten|vor|vorne?|nach|hinter|hinten|über|unter|weiter|anfang|ende|abschnitt|karte|zeile|block|kasten|eintrag|teil',
      "déplac\\p{L}*|ordre|place|position|premi\\p{L}*|derni\\p{L}*|haut|bas|avant|après|dessus|dessous|début|fin|tête|tout|liste|bloc|ligne|carte|section|partie|l[’']ordre",
      'mov\\p{L}*|muev\\p{L}*|orden\\p{L}*|lugar|posición|primer\\p{L}*|últim\\p{L}*|arriba|abajo|antes|después|encima|debajo|principio|final|lista|bloque|línea|tarjeta|sección|parte|ir',
    ),
  ],
];

/** Whether a word beside wishes of some kinds asks for nothing more, and names nothing. */
export const isHarmless = (word: string, kinds: readonly Kind[]): boolean =>
  FUNCTION_WORDS.test(word) ||
  BY_KIND.some(([of, words]) => of.some((kind) => kinds.includes(kind)) && words.test(word));

/** Japanese words of the same meanings, which no spaces separate. */
export const HARMLESS_JAPANESE =
  /もっと|もう少し|もうすこし|少し|すこし|ちょっと|文字|字|フォント|テキスト|文章|文言|文(?!字)|サイズ|大きさ|ここ|これら?|この|こちら|それ|その|部分|箇所|変更|変え|修正|直し|訂正|お願い|必要|方|感じ|現在|今|新しい|正しい|正しく|差し替え|書き換え|見え?(?!出)|読み?|にく(?:い|く)|づらい|に?して|くして|ください|下さい|ほしい|欲しい|いただけ|もらえ|しま[すせ]|ます|ません|です|でした|する|した|します|なる|なって|なり|ている|てい|だと|思い|できますか|できません?か?|でしょうか|すべき|べき|たい|では?なく|じゃなく|の代わり/gu;
export const JAPANESE_BY_KIND: readonly (readonly [kinds: readonly Kind[], words: RegExp])[] = [
  [
    ['text', 'value', 'without', 'link'],
    /表示|書い|書き|書か|記載|価格|値段|料金|金額|営業|開店|閉店|時間|開き|開く|閉め|閉まり|まで|から|割引|リンク先?|移動|遷移|飛ぶ|飛ん|間違い?|ボタン|タイトル|見出し|言葉|単語|ページ|追加/gu,
  ],
  [['spelling', 'text'], /誤り|間違い?|ミス/gu],
  [['size', 'pixels'], /小さ|大き|すぎ|過ぎ|幅|高さ/gu],
  [['color', 'shade', 'contrast'], /色|カラー|背景|すぎ|過ぎ|コントラスト|濃さ|明るさ/gu],
  [['without'], /削除|消し?|消す|外し?|取り?/gu],
  [['aligned'], /左|右|中央|揃え|寄せ/gu],
  [['order'], /表示|移動|順番?|並び|位置|一番|最初|先頭|最後|末尾|上|下|前|後ろ?|次|カード|項目/gu],
];

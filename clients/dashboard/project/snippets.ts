/** HTML of the two scripts, as the service returns it. */
interface ScriptHtml {
  script: string;
  overlayScript: string;
}

export type ScriptChoice = 'overlay' | 'embed' | 'both';
export type Framework = 'html' | 'vite' | 'next' | 'wordpress' | 'tagManager';

/** Code that loads the chosen scripts in a page of the framework. */
export function snippetOf(html: ScriptHtml, choice: ScriptChoice, framework: Framework): string {
  const lines = [...(choice === 'embed' ? [] : [html.overlayScript]), ...(choice === 'overlay' ? [] : [html.script])];
  // Pages that are XML require a value.
  const chosen = lines.map((line) => line.replace(' defer>', ' defer="defer">'));
  switch (framework) {
    case 'html':
      return chosen.join('\n');
    case 'vite':
      return ['<!-- index.html -->', '<head>', ...chosen.map((line) => `  ${line}`), '</head>'].join('\n');
    case 'wordpress':
      return `add_action('wp_head', function () { ?>\n${chosen.map((line) => `  ${line}\n`).join('')}<?php });`;
    case 'tagManager':
      return ['<script>', ...chosen.map(injection), '</script>'].join('\n');
    case 'next': {
      const elements = chosen.map(
        (line) =>
          `    ${line
            .replace(/='([^']*)'/g, (_all, value: string) => `={\`${plain(value)}\`}`)
            .replace(' defer="defer"', ' defer')}`,
      );
      return ['<html>', '  <head>', ...elements, '  </head>'].join('\n');
    }
  }
}

/** Value of an attribute without the references of HTML. */
const plain = (value: string): string =>
  value.replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** Statements that insert a script element. Tag managers drop its attributes from HTML. */
function injection(html: string): string {
  const attributes = [...html.matchAll(/(?!defer)\b([\w-]+)=(?:"([^"]*)"|'([^']*)')/g)];
  const calls = attributes.map(([, name, double, single]) => {
    return `  s.setAttribute('${name}', ${JSON.stringify(plain(double ?? single ?? ''))});`;
  });
  return [
    '(function () {',
    "  var s = document.createElement('script');",
    ...calls,
    '  document.head.appendChild(s);',
    '})();',
  ].join('\n');
}

/** Content security policy that permits the scripts and their requests. */
export function policyOf({ script, overlayScript }: ScriptHtml): string {
  const origins = [script, overlayScript].flatMap((line) => line.match(/https?:\/\/[^/"'\s]+/g) ?? []);
  const sources = [...new Set(origins)].join(' ');
  return ['script-src', 'connect-src', 'frame-src'].map((name) => `${name} ${sources}`).join('; ');
}

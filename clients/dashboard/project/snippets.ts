/** HTML of the two scripts, as the service returns it. */
interface ScriptHtml {
  script: string;
  overlayScript: string;
}

export type ScriptChoice = 'overlay' | 'embed' | 'both';
export type Framework = 'html' | 'next' | 'wordpress';

/** Code that loads the chosen scripts in a page of the framework. */
export function snippetOf(html: ScriptHtml, choice: ScriptChoice, framework: Framework): string {
  const chosen = [...(choice === 'embed' ? [] : [html.overlayScript]), ...(choice === 'overlay' ? [] : [html.script])];
  if (framework === 'html') return chosen.join('\n');
  if (framework === 'wordpress') {
    return `add_action('wp_head', function () { ?>\n${chosen.map((line) => `  ${line}\n`).join('')}<?php });`;
  }
  const elements = chosen.map((line) => `    ${line.replace(/='([^']*)'/g, '={`$1`}')}`);
  return ['<html>', '  <head>', ...elements, '  </head>'].join('\n');
}

/** Content security policy that permits the scripts and their requests. */
export function policyOf({ script, overlayScript }: ScriptHtml): string {
  const origins = [script, overlayScript].flatMap((line) => line.match(/https?:\/\/[^/"'\s]+/g) ?? []);
  const sources = [...new Set(origins)].join(' ');
  return `script-src ${sources}; connect-src ${sources}`;
}

/** HTML of the two scripts, as the service returns it. */
interface ScriptHtml {
  script: string;
  overlayScript: string;
}

export type ScriptChoice = 'overlay' | 'embed' | 'both';

/** Names of the frameworks, in their order. */
export const FRAMEWORKS = {
  html: 'HTML',
  next: 'Next.js',
  react: 'React',
  vite: 'Vite',
  nuxt: 'Nuxt',
  astro: 'Astro',
  wordpress: 'WordPress',
  shopify: 'Shopify',
  webflow: 'Webflow',
  tagManager: 'Tag Manager',
} as const;

export type Framework = keyof typeof FRAMEWORKS;

/** Attributes by which plugins of WordPress and Cloudflare leave a script where it is. */
const UNTOUCHED = 'nowprocket data-no-optimize="1" data-noptimize="1" data-cfasync="false"';

/** Buffers console output until the overlay loads and records it. Valid in XML pages, too. */
const KEEP_CONSOLE =
  "window.SvcConsole=[];for(const l of['debug','log','info','warn','error']){const w=console[l];" +
  'console[l]=(...v)=>{w.apply(console,v);const k=window.SvcConsole;if(k)if(!(k.length>49))k.push([l,v,performance.now()])}}';

/** Code that runs before the scripts, as each framework has inline scripts. */
function beginningOf(framework: Framework): string {
  switch (framework) {
    case 'nuxt':
      return `      { innerHTML: ${JSON.stringify(KEEP_CONSOLE)} },`;
    case 'next':
      return `        <Script id="keep-console" strategy="beforeInteractive">{${JSON.stringify(KEEP_CONSOLE)}}</Script>`;
    case 'tagManager':
    case 'react':
      return KEEP_CONSOLE;
    default:
      return `<script>${KEEP_CONSOLE}</script>`;
  }
}

interface SnippetOptions {
  /** Whether console lines are kept from the beginning of the page. */
  keepsConsole?: boolean;
}

/** Code that loads the chosen scripts in a page of the framework. */
export function snippetOf(
  html: ScriptHtml,
  choice: ScriptChoice,
  framework: Framework,
  { keepsConsole = false }: SnippetOptions = {},
): string {
  const beginning = keepsConsole && choice !== 'embed' ? [beginningOf(framework)] : [];
  const lines = [...(choice === 'embed' ? [] : [html.overlayScript]), ...(choice === 'overlay' ? [] : [html.script])];
  // Pages that are XML require a value.
  const chosen = lines.map((line) => line.replace(' defer>', ' defer="defer">'));
  const elements = [...beginning, ...chosen];
  const within = (indent: string) => elements.map((line) => `${indent}${line}`);
  switch (framework) {
    case 'html':
      return elements.join('\n');
    case 'vite':
      return ['<!-- index.html -->', '<head>', ...within('  '), '</head>'].join('\n');
    case 'shopify':
      return ['<!-- layout/theme.liquid -->', '<head>', ...within('  '), '</head>'].join('\n');
    case 'webflow':
      return ['<!-- Site settings > Custom code > Head code -->', ...elements].join('\n');
    case 'astro': {
      const inline = within('  ').map((line) => line.replace('<script', '<script is:inline'));
      return ['<!-- src/layouts/Layout.astro -->', '<head>', ...inline, '</head>'].join('\n');
    }
    case 'nuxt': {
      const objects = chosen.map((line) => `      ${JSON.stringify({ ...attributesOf(line), defer: true })},`);
      return [
        '// nuxt.config.ts',
        'app: {',
        '  head: {',
        '    script: [',
        ...beginning,
        ...objects,
        '    ],',
        '  },',
        '},',
      ].join('\n');
    }
    case 'wordpress': {
      const untouched = within('  ').map((line) => line.replace('<script', `<script ${UNTOUCHED}`));
      return ['// functions.php', "add_action('wp_head', function () { ?>", ...untouched, '<?php });'].join('\n');
    }
    case 'tagManager':
      return ['<script>', ...beginning, ...chosen.map((line) => injection(attributesOf(line))), '</script>'].join('\n');
    case 'react':
      return [
        "import { useEffect } from 'react';",
        ...beginning,
        '',
        '// App.tsx, inside the component',
        ...chosen.map(effect),
      ].join('\n');
    case 'next': {
      const scripts = chosen.map((line) => {
        const attributes = Object.entries(attributesOf(line)).map(([name, value]) => `${name}={${quoted(value)}}`);
        return `        <Script ${attributes.join(' ')} strategy="afterInteractive" />`;
      });
      const body = [
        '    <html>',
        '      <body>',
        '        {children}',
        ...beginning,
        ...scripts,
        '      </body>',
        '    </html>',
      ];
      return ['// app/layout.tsx', "import Script from 'next/script';", '', ...body].join('\n');
    }
  }
}

/** Value of an attribute without the references of HTML. */
const plain = (value: string): string =>
  value.replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** Attributes of a script element, without `defer`. */
const attributesOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/(?!defer)\b([\w-]+)=(?:"([^"]*)"|'([^']*)')/g)].map(([, name, double, single]) => [
      name,
      plain(double ?? single ?? ''),
    ]),
  );

/** String of JavaScript, with the quotes that need no escapes. */
const quoted = (value: string): string => (/[`\\$]/.test(value) ? JSON.stringify(value) : `\`${value}\``);

const settersOf = (attributes: Record<string, string>, indent: string): string[] =>
  Object.entries(attributes).map(([name, value]) => `${indent}s.setAttribute('${name}', ${JSON.stringify(value)});`);

/** Statements that insert a script element. Tag managers drop its attributes from HTML. */
const injection = (attributes: Record<string, string>): string =>
  [
    '(function () {',
    "  var s = document.createElement('script');",
    ...settersOf(attributes, '  '),
    '  document.head.appendChild(s);',
    '})();',
  ].join('\n');

/** Effect that inserts a script element once, though StrictMode runs effects twice. */
function effect(html: string): string {
  const attributes = attributesOf(html);
  return [
    'useEffect(() => {',
    `  if (document.querySelector('script[src="${attributes.src}"]')) return;`,
    "  const s = document.createElement('script');",
    ...settersOf(attributes, '  '),
    '  document.head.append(s);',
    '}, []);',
  ].join('\n');
}

/** Content security policy that permits the scripts and their requests. */
export function policyOf({ script, overlayScript }: ScriptHtml): string {
  const origins = [script, overlayScript].flatMap((line) => line.match(/https?:\/\/[^/"'\s]+/g) ?? []);
  const sources = [...new Set(origins)].join(' ');
  return ['script-src', 'connect-src', 'frame-src'].map((name) => `${name} ${sources}`).join('; ');
}

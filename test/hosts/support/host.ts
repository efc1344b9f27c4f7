import type { Page } from 'puppeteer-core';

/** Script elements of the product, and the address of the page that contains them. */
export interface Snippet {
  /** Complete elements for the head; empty on the page without the product. */
  readonly html: string;
  /** Origin of the service; empty on the page without the product. */
  readonly service: string;
  /** Configuration of the overlay as JSON; `null` on the page without the product. */
  readonly options: string;
  /** Text of the overlay's script; empty on the page without the product. */
  readonly script: string;
}

/** A file of a host besides its page. */
export interface HostFile {
  readonly type: string;
  readonly text: string | ((snippet: Snippet) => string);
  readonly headers?: Record<string, string>;
}

/** An application that a framework builds. */
export interface Application {
  /** Directory in `test/hosts/pages`. */
  readonly name: string;
  /** Directory of the shared components in the application. */
  readonly components: string;
  /** Arguments of Node.js, the first one below `node_modules`. */
  readonly command: readonly string[];
  /** Directory that the command writes. */
  readonly output: string;
}

/** A host page: what it consists of, and where the script of actions finds its elements. */
export interface Host {
  readonly name: string;
  /** Script of the page in `test/hosts/pages`, bundled as `page.js`. */
  readonly script?: string;
  /** Packages that the bundle uses instead of others: versions of a framework. */
  readonly alias?: Readonly<Record<string, string>>;
  /** Script in `test/hosts/pages` that exports `render()`, which returns the initial body. */
  readonly server?: string;
  /** Application in `test/hosts/pages`, which its own build command exports as files. */
  readonly application?: Application;
  readonly head?: string;
  /** Body in front of the script; `$SERVER` is replaced by what `server` renders. */
  readonly body?: string;
  /** Attributes of the elements html and body. */
  readonly attributes?: { readonly html?: string; readonly body?: string };
  /** Creates the whole document instead, from what `server` renders. */
  readonly document?: (snippet: Snippet, rendered: string) => string;
  readonly type?: string;
  readonly headers?: (snippet: Snippet) => Record<string, string>;
  /** Files of the host, by name. */
  readonly files?: Readonly<Record<string, HostFile>>;
  /** Directories of `test/hosts/node_modules` that are served as `packages/<name>/…`. */
  readonly packages?: readonly string[];
  /** Prefix of the page's selectors, such as `my-app >>> `. */
  readonly within?: string;
  /** Selector of the frame that contains the page. */
  readonly frame?: string;
  /** Opens what the comment is about, such as a dialog. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

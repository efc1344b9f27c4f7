/** The package has no types; these are of what the guide uses. */
declare module '@11ty/eleventy' {
  export default class Eleventy {
    constructor(input: string, output: string | undefined, options: object);
    toJSON(): Promise<{ inputPath: string; content: string }[]>;
  }
}

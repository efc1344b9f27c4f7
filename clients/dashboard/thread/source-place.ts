/** File and line of code, as editors and terminals write them. */
export const sourcePlace = ({ file, line }: { file: string; line: number | null }): string =>
  line ? `${file}:${line}` : file;

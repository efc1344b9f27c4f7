/** Status and headers that middlewares read and add to: a `Response` or a `JsonReply`. */
export interface Reply {
  readonly status: number;
  readonly headers: {
    get(name: string): string | null | undefined;
    set(name: string, value: string): unknown;
  };
}

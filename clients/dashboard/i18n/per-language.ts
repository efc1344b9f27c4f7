/**
 * Keeps what is created for a language. Creating a format of `Intl` takes far longer than using it,
 * and each row of a list has several.
 */
export function perLanguage<Value>(create: (language: string) => Value): (language: string) => Value {
  const values = new Map<string, Value>();
  return (language) => {
    const value = values.get(language) ?? create(language);
    values.set(language, value);
    return value;
  };
}

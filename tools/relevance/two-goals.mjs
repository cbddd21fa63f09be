/** Queries joined two by two with "and", as somebody asks for two things at once: each with the one that stands seven further on. */
export function twoGoals(queries) {
  return queries.map(({ text, grades }, at) => {
    const other = queries[(at + 7) % queries.length];
    return {
      text: `${text.replace(/[.?!\s]+$/, '')} and ${other.text[0].toLowerCase()}${other.text.slice(1)}`,
      grades: new Map([...grades, ...other.grades]),
    };
  });
}

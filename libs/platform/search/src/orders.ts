/** Which of two documents of equal score comes first, whatever they were told in: the same in every replica. */
export class Orders {
  private names: string[] = [];
  /** A number made of each name: one read, where comparing names in far memory took a tenth of a search's time. */
  private numbers = new Uint32Array(1_024);

  set(ordinal: number, name: string): void {
    this.names[ordinal] = name;
    if (ordinal >= this.numbers.length) {
      const larger = new Uint32Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[ordinal] = numberOf(name);
  }

  readonly isBefore = (ordinal: number, other: number): boolean => {
    const [one, two] = [this.numbers[ordinal]!, this.numbers[other]!];
    return one === two ? this.names[ordinal]! < this.names[other]! : one < two;
  };
}

/** FNV-1a. */
function numberOf(name: string): number {
  let number = 2_166_136_261;
  for (let at = 0; at < name.length; at += 1) number = Math.imul(number ^ name.charCodeAt(at), 16_777_619);
  return number >>> 0;
}

/** Tells where a list starts in formats that name the list of each entry. */
export class OpenList {
  #isOpen = false;
  /** The list of the last outer entry; undefined while there are only deeper ones. */
  #outer: string | undefined;

  /** Whether the next entry starts a list. Lists inside an entry have names of their own. */
  isStartedBy(list: string, depth: number): boolean {
    const isNew = depth === 0 && (!this.#isOpen || (this.#outer !== undefined && this.#outer !== list));
    this.#isOpen = true;
    if (depth === 0) this.#outer = list;
    return isNew;
  }

  /** Other text ends the list. */
  end(): void {
    this.#isOpen = false;
    this.#outer = undefined;
  }
}

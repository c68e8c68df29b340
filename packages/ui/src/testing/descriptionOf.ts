/** The texts that describe a control to screen readers, in order. */
export const descriptionOf = (control: HTMLElement): string[] =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').flatMap((id) => {
    const text = document.getElementById(id)?.textContent;
    return text ? [text] : [];
  });

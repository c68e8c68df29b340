/** The texts that screen readers add after a control's name, in order. */
export const descriptionOf = (control: HTMLElement): string[] =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').flatMap((id) => {
    const text = document.getElementById(id)?.textContent;
    return text ? [text] : [];
  });

// What we use of lit-html.

export type TemplateResult = object;
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function render(value: unknown, container: HTMLElement): void;

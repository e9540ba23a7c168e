/** A window without a page. Main makes one on Windows only, where no double runs. */
export class BaseWindow {
  constructor() {
    throw new Error('The double of electron has no windows without a page')
  }
}

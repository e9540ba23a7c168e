import { type App, type Product, startProduct } from './product.ts'

/** One product at a time, a new one for each file of tests: no journey meets what those of another file left. */
export class ProductOfFile {
  #file: string | undefined
  #product: Product | undefined

  /** The product of `file`, with the simulated machine; ends that of the file before. */
  async of(file: string): Promise<App> {
    if (this.#product && this.#file === file) return this.#product
    await this.stop()
    const product = await startProduct()
    this.#product = product
    this.#file = file
    await product.startMachine()
    return product
  }

  async stop(): Promise<void> {
    const product = this.#product
    this.#product = undefined
    await product?.stop()
  }
}

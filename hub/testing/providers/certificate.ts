export * from '../../../providers/testing/certificate.ts'

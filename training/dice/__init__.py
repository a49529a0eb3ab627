"""Training the networks that read dice: scenes, batches, training, export; and the fit of the model."""

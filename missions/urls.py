"""Addresses of missions and jobs."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
